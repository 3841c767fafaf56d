/** Writes src/wire/messages.ts from src/wire/schema.json; with --check says whether they agree. */
import { readFile, writeFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';

const schemaFile = new URL('../src/wire/schema.json', import.meta.url);
const typesFile = new URL('../src/wire/messages.ts', import.meta.url);
const banner = '/** Generated from schema.json by `npm run types`; do not edit. */';

/** Names of all definitions that `name` leads to. */
function reach(defs, name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, next] of JSON.stringify(defs[name]).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    reach(defs, next, found);
  }
  return found;
}

/** What the browser sends: the socket's messages, and bodies of requests (they alone are closed). */
function sent(defs) {
  const received = reach(defs, 'ServerMessage');
  const bodies = Object.keys(defs).filter(
    (name) => defs[name].additionalProperties === false && !received.has(name),
  );
  return new Set([...reach(defs, 'ClientMessage'), ...bodies]);
}

/** The server writes every field, so what it sends has no optional ones, but for what came to an
 * event later: that is left out while there is nothing to say (it has no default in the schema). */
function allRequired(defs) {
  const optional = sent(defs);
  for (const [name, shape] of Object.entries(defs)) {
    if (!shape.properties || optional.has(name)) continue;
    const written = ([field, type]) => shape.required?.includes(field) || 'default' in type;
    shape.required = Object.entries(shape.properties)
      .filter(written)
      .map(([field]) => field);
  }
}

/** Structs are closed in TypeScript; maps by box keep their additionalProperties. */
function closed(defs) {
  for (const shape of Object.values(defs)) {
    if (shape.properties) shape.additionalProperties = false;
  }
}

const { $defs } = JSON.parse(await readFile(schemaFile, 'utf8'));
allRequired($defs);
closed($defs);
const text = await compile(
  {
    title: 'Wire',
    type: 'object',
    additionalProperties: false,
    required: ['client', 'server'],
    properties: {
      client: { $ref: '#/$defs/ClientMessage' },
      server: { $ref: '#/$defs/ServerMessage' },
    },
    $defs,
  },
  'Wire',
  {
    bannerComment: banner,
    maxItems: -1,
    style: { singleQuote: true, printWidth: 100 },
    unreachableDefinitions: true,
  },
);
const tidy = text.replace(
  /^ \* (?:via the|This interface was referenced by|This interface).*\n(?: \* via the.*\n)?/gm,
  '',
);
const readable = tidy.replaceAll('/**\n */\n', '').replaceAll(/\n \*\n(?: \*\n)* \*\//g, '\n */');

if (process.argv.includes('--check')) {
  const there = await readFile(typesFile, 'utf8').catch(() => '');
  if (there !== readable) {
    process.stderr.write('src/wire/messages.ts differs from schema.json: run `npm run types`\n');
    process.exit(1);
  }
} else {
  await writeFile(typesFile, readable);
}
