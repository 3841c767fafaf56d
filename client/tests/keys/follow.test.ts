import { fireEvent } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { box, fixture, hand } from '../../dev/fixtures';
import { vegas } from '../../dev/games';
import { button, draw, shown } from '../table/draw';

const OFFERS = { hit: 0, stand: 0, double: 1000, split: 1000, surrender: 0 };
type Offer = keyof typeof OFFERS;

/** A decision on a hand of a box, with these answers. */
function decision(
  number: number,
  { at = 0, offers = ['hit', 'stand', 'double'] as Offer[], moving = false } = {},
) {
  return fixture({
    game: vegas,
    view: {
      phase: 'playing',
      dealer: { cards: ['9s', null], total: 9, soft: false },
      turn: { decision: number, box: 2, hand: at, asking: 'play', left_ms: null },
      boxes: [
        box(1, []),
        box(2, [hand('8h 3d', 1000, 'playing'), hand('8c 2d', 1000, 'waiting')]),
        box(3, []),
      ],
    },
    you: {
      decision: number,
      offers: offers.map((action) => ({ action, cost: OFFERS[action] })),
    },
    ui: { moving },
  });
}

const byKeyboard = () => fireEvent.keyDown(document.body, { key: 'Tab' });
const focus = () => document.activeElement?.getAttribute('data-button') ?? null;

afterEach(byKeyboard);

describe('the focus', () => {
  test('comes to the first answer when a decision opens, from the button that dealt', async () => {
    const betting = shown('bet');
    const { find, rerender, on } = draw(betting);
    find(button('deal')).focus();
    await rerender({ ...decision(7, { moving: true }), on });
    expect(focus()).toBeNull();
    await rerender({ ...decision(7), on });
    expect(focus()).toBe('hit');
  });

  test('goes to Stand where that is the only answer', () => {
    draw(decision(7, { offers: ['stand'] }));
    expect(focus()).toBe('stand');
  });

  test('stays from hand to hand on an answer, while it is one', async () => {
    const { find, rerender, on } = draw(decision(7));
    find(button('stand')).focus();
    await rerender({ ...decision(8, { at: 1 }), on });
    expect(focus()).toBe('stand');
    find(button('double')).focus();
    await rerender({ ...decision(9, { at: 1, offers: ['hit', 'stand'] }), on });
    expect(focus()).toBe('hit');
  });

  test('is read with the hand that it is for', async () => {
    const { find, rerender, on } = draw(decision(7));
    const about = () =>
      document.getElementById(find(button('stand')).getAttribute('aria-describedby') ?? '');
    expect(about()?.textContent).toBe('First hand: eleven against a nine.');
    await rerender({ ...decision(8, { at: 1 }), on });
    expect(about()?.textContent).toBe('Second hand: ten against a nine.');
  });

  test('is taken from nobody who is elsewhere', async () => {
    const { find, rerender, on } = draw(decision(7));
    const rules = find('[aria-label="Rules and strategy card"]');
    rules.focus();
    await rerender({ ...decision(8, { at: 1 }), on });
    expect(document.activeElement).toBe(rules);
  });

  test('does not leave an open panel', async () => {
    const open = (number: number) => {
      const asked = decision(number);
      return { ...asked, ui: { ...asked.ui, panel: 'rules' as const } };
    };
    const { rerender, on } = draw(open(7));
    await rerender({ ...open(8), on });
    expect(focus()).toBeNull();
  });

  test('is not brought to who plays by pointer, until he goes through the page by keyboard', async () => {
    const { rerender, on } = draw(shown('bet'));
    await fireEvent.pointerDown(document.body);
    await rerender({ ...decision(7), on });
    expect(focus()).toBeNull();
    await byKeyboard();
    await rerender({ ...decision(8), on });
    expect(focus()).toBe('hit');
  });

  test('000-I17 comes to No at each question of insurance, whatever was answered before', async () => {
    const asked = shown('insurance');
    const again = (number: number) => ({
      ...asked,
      view: { ...asked.view, turn: asked.view.turn && { ...asked.view.turn, decision: number } },
      you: asked.you && { ...asked.you, decision: number },
    });
    const { find, rerender, on } = draw(again(7));
    expect(focus()).toBe('pass');
    find(button('insure')).focus();
    await fireEvent.pointerDown(document.body);
    await rerender({ ...again(8), on });
    expect(focus()).toBe('pass');
    expect(find(`#${find(button('pass')).getAttribute('aria-describedby')}`).textContent).toMatch(
      /Insure box \d for 17.50\?/,
    );
  });

  test('goes on to the main button when a round is over, but only from a control that is gone', async () => {
    const { find, rerender, on } = draw(decision(7));
    find(button('stand')).focus();
    await rerender({ ...shown('results'), on });
    expect(focus()).toBe('deal_again');
    const rules = find('[aria-label="Rules and strategy card"]');
    rules.focus();
    await rerender({ ...shown('bet'), on });
    expect(document.activeElement).toBe(rules);
  });
});
