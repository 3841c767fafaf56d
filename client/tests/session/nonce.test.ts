import { afterEach, expect, test, vi } from 'vitest';
import { promise, promised } from '../../src/session/nonce';
import { promisePart } from '../../src/verify/fairness';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('a part is given out once, at its own table, and is what was promised', () => {
  const hash = promise('classic-multiplayer-1', 7, 'mine');
  expect(promised('classic-multiplayer-2')).toBeNull();
  const part = promised('classic-multiplayer-1');
  expect(part && promisePart(7, part.nonce, part.text)).toBe(hash);
  expect(promised('classic-multiplayer-1')).toBeNull();
});

test('a browser that keeps nothing can open its part all the same', () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
  const hash = promise('classic-multiplayer-1', 8, '');
  const part = promised('classic-multiplayer-1');
  expect(part && promisePart(8, part.nonce, part.text)).toBe(hash);
  expect(promised('classic-multiplayer-1')).toBeNull();
});
