import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_KEYS, keysOnButtons, meant, withKey } from '../../src/keys/keymap';
import { listenToKeys } from '../../src/keys/listen';

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...more,
});

describe('keys', () => {
  test.each([
    ['h', 'hit'],
    ['H', 'hit'],
    ['s', 'stand'],
    ['d', 'double'],
    ['p', 'split'],
    ['r', 'surrender'],
    ['b', 'redo'],
    ['u', 'undo'],
    ['c', 'clear'],
    ['x', 'double_bets'],
    ['Enter', 'deal'],
    ['?', 'help'],
    ['1', 'chip-1'],
  ])('%s means %s', (key, name) => {
    expect(meant(press(key), DEFAULT_KEYS)).toContain(name);
  });

  test('Y and N answer insurance and even money, and N means no only', () => {
    expect(meant(press('y'), DEFAULT_KEYS)).toEqual(['yes', 'insure', 'even_money']);
    expect(meant(press('n'), DEFAULT_KEYS)).toEqual(['no', 'pass']);
  });

  test('do nothing with a modifier, or held down', () => {
    expect(meant(press('h', { ctrlKey: true }), DEFAULT_KEYS)).toEqual([]);
    expect(meant(press('h', { metaKey: true }), DEFAULT_KEYS)).toEqual([]);
    expect(meant(press('h', { altKey: true }), DEFAULT_KEYS)).toEqual([]);
    expect(meant(press('h', { repeat: true }), DEFAULT_KEYS)).toEqual([]);
  });

  test('can be changed; the old owner of a key loses it', () => {
    const keys = withKey(DEFAULT_KEYS, 'hit', 's');
    expect(keys.hit).toBe('S');
    expect(keys.stand).toBe('');
    expect(keysOnButtons(withKey(DEFAULT_KEYS, 'insure', 'j')).even_money).toBe('J');
  });
});

describe('listening', () => {
  let stop = () => {};
  afterEach(() => {
    stop();
    document.body.replaceChildren();
  });

  function heard(keys: Record<string, string> | null = { ...DEFAULT_KEYS }) {
    const names: string[] = [];
    stop = listenToKeys(
      () => keys,
      (name) => names.push(name) > 0,
    );
    return names;
  }

  function type(target: Element, key: string) {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }

  test('hears a key anywhere on the table', () => {
    const names = heard();
    type(document.body, 'h');
    expect(names).toEqual(['hit']);
  });

  test.each([
    '<input>',
    '<textarea></textarea>',
    '<select></select>',
    '<dialog><button>a</button></dialog>',
  ])('leaves %s alone', (html) => {
    document.body.innerHTML = html;
    const names = heard();
    type(document.body.querySelector('button, input, textarea, select') as Element, 'h');
    expect(names).toEqual([]);
  });

  test('leaves Enter to a button that has the focus, but not H', () => {
    document.body.innerHTML = '<button>Rules</button>';
    const names = heard();
    const button = document.body.querySelector('button') as Element;
    type(button, 'Enter');
    expect(names).toEqual([]);
    type(button, 'h');
    expect(names).toEqual(['hit']);
  });

  test('presses a button once while Enter is held on it', () => {
    document.body.innerHTML = '<button data-button="hit">Hit</button>';
    const names = heard();
    const held = { key: 'Enter', repeat: true, bubbles: true, cancelable: true };
    const press = new KeyboardEvent('keydown', held);
    document.body.querySelector('button')?.dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    expect(names).toEqual([]);
  });

  test('means Deal by Enter where a pointer left the focus, and the chip again after Tab', () => {
    document.body.innerHTML = '<button data-spot="1">Box 1</button>';
    const names = heard();
    const spot = document.body.querySelector('button') as Element;
    spot.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    type(spot, 'Enter');
    expect(names).toEqual(['deal']);
    type(spot, 'Tab');
    type(spot, 'Enter');
    expect(names).toEqual(['deal']);
  });

  test('hears nothing while keys are off', () => {
    const names = heard(null);
    type(document.body, 'h');
    expect(names).toEqual([]);
  });
});
