import { fireEvent, screen } from '@testing-library/svelte';
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

  test('each chip of this table has its key, named by what it is worth', () => {
    const chips = (lines: readonly (string | null)[]) =>
      lines.filter((line) => line?.startsWith('Chip'));
    const classics = chips(keysOf(draw(shown('settings'))));
    expect(classics.slice(0, 3)).toEqual(['Chip of 1', 'Chip of 5', 'Chip of 10']);
    expect(classics.at(-1)).toBe('Chip of 100');
    const credit = chips(keysOf(draw({ ...shown('settings'), game: credits })));
    expect(credit).toEqual(['Chip of 2', 'Chip of 4', 'Chip of 10', 'Chip of 20']);
  });

  test('a key is changed by pressing another in its field', async () => {
    const { find, on } = draw(shown('settings'));
    await fireEvent.keyDown(find('[aria-label="Key for Hit"]'), { key: 'j' });
    expect(on.setKey).toHaveBeenCalledWith('hit', 'j');
  });

  test('going backwards through the fields with Shift and Tab changes no key', async () => {
    const { find, on } = draw(shown('settings'));
    const field = find('[aria-label="Key for Hit"]');
    for (const key of ['Shift', 'Tab', 'Escape', 'Control', 'Meta'])
      await fireEvent.keyDown(field, { key });
    await fireEvent.keyDown(field, { key: 'j', ctrlKey: true });
    expect(on.setKey).not.toHaveBeenCalled();
  });

  test('a note stands there while the browser keeps the page silent', () => {
    const settings = shown('settings');
    const silent = (sound: boolean, soundBlocked: boolean) =>
      draw({ ...settings, ui: { ...settings.ui, sound, soundBlocked } }).container.textContent;
    expect(silent(true, true)).toContain('Your browser keeps this page silent');
    expect(silent(true, false)).not.toContain('keeps this page silent');
    expect(silent(false, true)).not.toContain('keeps this page silent');
  });

  test('the keys of a box, which can not be changed, are listed too', () => {
    const { container, find } = draw(shown('settings'));
    const keys = [...container.querySelectorAll('.fixed kbd')].map((key) => key.textContent);
    expect(keys).toEqual(['Enter', '−', 'Backspace', 'Delete']);
    expect(find('[data-spot="2"]').getAttribute('aria-keyshortcuts')).toBe('Delete Backspace -');
  });

  test('speed and reminder are each one of a few, and only their own choice changes', async () => {
    const { on } = draw(shown('settings'));
    const motion = screen.getByRole('group', { name: 'Speed of the cards' });
    const names = [...motion.querySelectorAll('label')].map((one) => one.textContent?.trim());
    expect(names).toEqual(['Normal', 'Fast', 'Turbo']);
    expect(screen.getByRole('radio', { name: 'Normal', checked: true })).toBeTruthy();
    await fireEvent.click(screen.getByRole('radio', { name: 'Fast' }));
    await fireEvent.click(screen.getByRole('radio', { name: '15 min' }));
    expect(on.setSpeed).toHaveBeenCalledExactlyOnceWith('fast');
    expect(on.setRemindMinutes).toHaveBeenCalledExactlyOnceWith(15);
  });
});

describe('the speed', () => {
  test('is drawn as once, twice and at a stroke, and keeps its name in words', () => {
    const { ui, ...rest } = shown('bet');
    const drawn = (['normal', 'fast', 'off'] as const).map((speed) => {
      const { container } = draw({ ...rest, ui: { ...ui, speed } });
      const tool = [...container.querySelectorAll('.tool')].find((one) =>
        /^(Speed|Turbo)/.test(one.getAttribute('aria-label') ?? ''),
      );
      return [tool?.getAttribute('aria-label'), tool?.querySelector('path')?.getAttribute('d')];
    });
    expect(drawn.map(([name]) => name)).toEqual([
      'Speed: normal',
      'Speed: fast',
      'Turbo: no motion',
    ]);
    expect(new Set(drawn.map(([, path]) => path)).size).toBe(3);
  });

  test('pressed in the phone’s menu, its line keeps the focus while its icon changes', async () => {
    const menu = shown('menu');
    const { rerender, on } = draw(menu, 390, 844);
    const button = screen.getByRole('button', { name: 'Speed: normal' });
    button.focus();
    await rerender({ ...menu, on, ui: { ...menu.ui, speed: 'fast' } });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Speed: fast' }));
  });
});
