/** Draws a fixture as a player would see it, with handlers that remember what was asked. */

import { render } from '@testing-library/svelte';
import { vi } from 'vitest';
import { FIXTURES, type Fixture } from '../../dev/fixtures';
import type { TableHandlers } from '../../src/table/contract';
import Table from '../../src/table/Table.svelte';

/** Handlers that do nothing but count: what the table asks for is all there is to see. */
export function listener(): TableHandlers {
  const asked = new Map<string | symbol, ReturnType<typeof vi.fn>>();
  return new Proxy({} as TableHandlers, {
    get: (_, name) => {
      const known = asked.get(name) ?? vi.fn();
      asked.set(name, known);
      return known;
    },
  });
}

/** The fixture of this name. */
export function shown(name: string): Fixture {
  const fixture = FIXTURES[name];
  if (!fixture) throw new Error(`no fixture ${name}`);
  return fixture;
}

/** The table drawn in a window of this size. */
export function draw(fixture: Fixture, width = 1280, height = 800) {
  window.innerWidth = width;
  window.innerHeight = height;
  window.dispatchEvent(new Event('resize'));
  const on = listener();
  const { container, rerender } = render(Table, { ...fixture, on });
  const find = (selector: string) => {
    const found = container.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`nothing at ${selector}`);
    return found;
  };
  return { on, container, find, rerender };
}

/** The button of the deck with this name. */
export const button = (name: string) => `[data-button="${name}"]`;
