import { fireEvent } from '@testing-library/svelte';
import { describe, expect, test } from 'vitest';
import { credits } from '../../dev/games';
import { draw, shown } from './draw';

const keysOf = (drawn: ReturnType<typeof draw>) =>
  [...drawn.container.querySelectorAll('.keys span')].map((line) => line.textContent);

describe('settings', () => {
  test('every key has one line that says what it is for', () => {
    const lines = keysOf(draw(shown('settings')));
    expect(lines.slice(0, 8)).toEqual([
      'Hit',
      'Stand',
      'Double',
      'Split',
      'Surrender',
      'Yes (insurance, even money)',
      'No',
      'Deal',
    ]);
    expect(lines).toContain('This list');
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('only the chips of this table have keys', () => {
    expect(keysOf(draw(shown('settings'))).at(-1)).toBe('Chips 6');
    expect(keysOf(draw({ ...shown('settings'), game: credits })).at(-1)).toBe('Chips 4');
  });

  test('a key is changed by pressing another in its field', async () => {
    const { find, on } = draw(shown('settings'));
    await fireEvent.keyDown(find('[aria-label="Key for Hit"]'), { key: 'j' });
    expect(on.setKey).toHaveBeenCalledWith('hit', 'J');
  });
});
