import { describe, expect, test } from 'vitest';
import {
  betsAfter,
  type Laying,
  spendable,
  whyNotPlaced,
  whyNotTaken,
} from '../../src/session/bets';
import {
  chipLaid,
  chipTaken,
  lastChip,
  NOTHING_LAID,
  pressed,
  undone,
  unpressed,
} from '../../src/session/laid';
import { freshNonce } from '../../src/session/nonce';
import type { GameInfo } from '../../src/table/contract';
import type { PrivateView, TableView } from '../../src/wire/messages';
import type { Order } from '../../src/wire/order';

const game = {
  rules: { boxes: 3 },
  limits: { stake_min: 100, stake_max: 10_000, stake_step: 100, chips: [100, 500, 2500] },
} as unknown as GameInfo;

function laying(more: Partial<Laying> = {}, balance = 100_000): Laying {
  const box = (number: number, owner: number | null, bet: number) => ({ box: number, owner, bet });
  const view = {
    phase: 'betting',
    boxes: [box(1, 7, 500), box(2, 8, 500), box(3, null, 0)],
    seats: [
      { seat: 1, box: 1, player: 7 },
      { seat: 2, box: 2, player: 8 },
      { seat: 3, box: 3, player: null },
    ],
  } as unknown as TableView;
  const you = { player: 7, purse: { balance, staked: 500, bonus: null } } as unknown as PrivateView;
  return { view, you, game, bets: { 1: 500 }, ...more };
}

describe('bets under way', () => {
  const orders: [Order, Record<number, number>][] = [
    [{ type: 'place_bet', box: 1, amount: 100 }, { 1: 600 }],
    [
      { type: 'place_bet', box: 3, amount: 100 },
      { 1: 500, 3: 100 },
    ],
    [{ type: 'take_bet', box: 1, amount: 500 }, {}],
    [{ type: 'lay_bets', bets: { 2: 300 } }, { 2: 300 }],
    [{ type: 'clear_bets' }, {}],
    [{ type: 'clear_bets', box: 3 }, { 1: 500 }],
    [{ type: 'redo_bets' }, { 1: 200, 2: 400 }],
    [{ type: 'double_bets' }, { 1: 1000 }],
    [{ type: 'skip' }, { 1: 500 }],
  ];
  test.each(orders)('after %o', (order, bets) => {
    expect(betsAfter({ 1: 500 }, order, { 1: 200, 2: 400 })).toEqual(bets);
  });

  test('on an empty table a double lays the last bets again, doubled', () => {
    expect(betsAfter({}, { type: 'double_bets' }, { 1: 200 })).toEqual({ 1: 400 });
  });
});

describe('a chip does not land', () => {
  test('above the table’s maximum [000-B]', () => {
    expect(whyNotPlaced(laying(), 1, 9_600)).toBe('above_limit');
    expect(whyNotPlaced(laying(), 1, 9_500)).toBeNull();
  });
  test('beyond the balance, counting what is under way', () => {
    const under = laying({ bets: { 1: 500, 3: 1_000 } }, 1_500);
    expect(spendable(under)).toBe(500);
    expect(whyNotPlaced(under, 1, 600)).toBe('not_enough_money');
    expect(whyNotPlaced(under, 1, 500)).toBeNull();
  });
  test('on another player’s box, except the one before the own seat', () => {
    expect(whyNotPlaced(laying(), 2, 100)).toBe('box_taken');
    const view = { ...laying().view, seats: [{ seat: 2, box: 2, player: 7 }] } as TableView;
    expect(whyNotPlaced(laying({ view }), 2, 100)).toBeNull();
  });
  test('on more boxes than a player may have', () => {
    const one = { ...game, rules: { ...game.rules, boxes: 1 } };
    expect(whyNotPlaced(laying({ game: one }), 3, 100)).toBe('too_many_boxes');
  });
  test('while cards are played', () => {
    const view = { ...laying().view, phase: 'playing' } as TableView;
    expect(whyNotPlaced(laying({ view }), 1, 100)).toBe('betting_closed');
  });
});

test('a right-press takes one chip of the chosen value only when the stack is worth it [000-B]', () => {
  expect(whyNotTaken(laying(), 1, 500)).toBeNull();
  expect(whyNotTaken(laying(), 1, 2_500)).toBe('not_enough_on_box');
});

describe('the chip laid last', () => {
  const laid = chipLaid(chipLaid(NOTHING_LAID, 1, 500), 1, 100);
  test('goes first, then the one before it', () => {
    expect(lastChip(laid, 1, 600, [100, 500])).toBe(100);
    expect(lastChip(chipTaken(laid, 1, 100), 1, 500, [100, 500])).toBe(500);
  });
  test('of a bet that was not laid chip by chip is the smallest of the fewest', () => {
    expect(lastChip(NOTHING_LAID, 1, 2_700, [100, 500, 2_500])).toBe(100);
    expect(lastChip(laid, 1, 5_000, [100, 500, 2_500])).toBe(2_500);
  });
});

test('Undo goes back press by press', () => {
  const laid = pressed(pressed(NOTHING_LAID, {}), { 1: 100 });
  expect(undone(laid)).toEqual({ 1: 100 });
  expect(undone(unpressed(laid))).toEqual({});
  expect(undone(unpressed(unpressed(laid)))).toBeNull();
});

test('the browser’s part of a shuffle is 16 fresh random bytes', () => {
  expect(freshNonce()).toMatch(/^[0-9a-f]{32}$/);
  expect(freshNonce()).not.toBe(freshNonce());
});
