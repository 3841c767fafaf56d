import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_KEYS } from '../../src/keys/keymap';
import { ui } from '../../src/words/ui';

const page = readFileSync('../docs/games/README.md', 'utf8');

test('every key of the table is written in docs/games/README.md', () => {
  const changeable = Object.entries(DEFAULT_KEYS).filter(([name]) => !name.startsWith('chip-'));
  for (const [name, key] of changeable) expect(page, name).toContain(`| \`${key}\` |`);
  expect(page).toContain('| `1` to `8` |');
  for (const [key] of ui.panel.onBox) expect(page).toContain(`| \`${key.replace('−', '-')}\` |`);
});
