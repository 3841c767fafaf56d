import { describe, expect, test } from 'vitest';
import { box, fixture, hand } from '../../dev/fixtures';
import { atlantic, classic, european, multi, shoe, vegas } from '../../dev/games';
import type { PrivateView, TableView } from '../../src/wire/messages';
import {
  whyNot,
  whyNotCleared,
  whyNotDealt,
  whyNotDoubled,
  whyNotRebet,
  whyNotSkip,
  whyNotUndone,
  whyOffline,
} from '../../src/words/reasons';

function why(
  action: 'double' | 'split' | 'surrender' | 'hit',
  game: typeof classic,
  hands: readonly string[],
  upcard = '6c',
  balance = 100000,
) {
  const { view, you } = fixture({
    game,
    view: {
      phase: 'playing',
      dealer: { cards: [upcard, null], total: 6, soft: false },
      turn: { decision: 1, box: 1, hand: 0, asking: 'play', left_ms: null },
      boxes: [
        box(
          1,
          hands.map((cards) => hand(cards, 1000, 'playing')),
        ),
      ],
    },
    you: {
      offers: [{ action: 'stand', cost: 0 }],
      purse: { balance, staked: 0, bonus: null, debt: 0 },
    },
  });
  return you ? whyNot(action, view, you, game) : '';
}

describe('reasons', () => {
  test.each([
    ['double', classic, ['5h 6d 2c'], 'first two cards only'],
    ['double', classic, ['5h 6d', '5c'], 'not after a split'],
    ['double', european, ['5h 3d'], 'only on 9 to 11'],
    ['double', shoe, ['Ah 3d'], 'not with an ace'],
    ['split', classic, ['5h 6d'], 'no pair'],
    ['split', classic, ['8h 8d', '8c 2d'], 'two hands already'],
    ['split', vegas, ['Ah Ad', 'As 2d'], 'aces split once'],
    ['surrender', classic, ['Kh 6d'], 'not at this table'],
    ['surrender', atlantic, ['Kh 3d 3c'], 'first action only'],
    ['surrender', atlantic, ['8h 3d', '8c 2d'], 'not after a split'],
    ['double', shoe, ['Ah 3d', 'As 2d'], 'not on split aces'],
    ['hit', shoe, ['Ah Ad', 'As 2d'], 'split aces stand'],
  ] as const)('%s is not offered because of the rules', (action, game, hands, reason) => {
    expect(why(action, game, hands)).toBe(reason);
  });

  test('surrender against an ace is refused where the rules say so', () => {
    expect(why('surrender', shoe, ['Kh 6d'], 'As')).toBe('not against an ace');
  });

  test('what the player can’t pay for says what he has', () => {
    expect(why('split', classic, ['Kh Td'], '6c', 300)).toBe('balance is 3.00');
    expect(why('double', classic, ['5h 6d'], '6c', 300)).toBe('balance is 3.00');
  });

  test('at 21 only Stand is left', () => {
    expect(why('hit', classic, ['5h 6d Kc'])).toBe('stand on 21');
  });
});

test('000-B8 000-B19 another’s bet stops a rebet, but not on the box before the own seat', () => {
  const seats = [1, 2].map((seat) => ({
    seat,
    box: seat,
    player: seat,
    name: '',
    present: true,
    answer: null,
  }));
  const rebet = (number: number) => {
    const boxes = [box(number, [], { bet: 500, owner: 2 })];
    const { view, you } = fixture({
      game: multi,
      view: { seats, boxes },
      you: { redo: { [number]: 500 } },
    });
    return you ? whyNotRebet(view, you, multi) : '';
  };
  expect(rebet(3)).toBe('box taken');
  expect(rebet(1)).toBe('');
});

describe('before the deal every button that can’t be used says why', () => {
  const seat = (number: number, player: number | null, answer: 'deal' | 'skip' | null = null) => ({
    seat: number,
    box: number,
    player,
    name: '',
    present: true,
    answer,
  });
  const at = (
    view: Partial<TableView> = {},
    you: Partial<PrivateView> = {},
    game = classic,
  ): [TableView, PrivateView, typeof game] => {
    const drawn = fixture({ game, view, you });
    if (!drawn.you) throw new Error('nobody looks');
    return [drawn.view, drawn.you, game];
  };
  const laid = (bet: number, number = 1) => ({ boxes: [box(number, [], { bet })] });
  const all = ([view, you, game]: ReturnType<typeof at>) => ({
    undo: whyNotUndone(view, true),
    clear: whyNotCleared(view, you),
    redo: whyNotRebet(view, you, game),
    double: whyNotDoubled(view, you, game),
    deal: whyNotDealt(view, you, game),
    skip: whyNotSkip(view, you),
  });

  test('at an empty table of a newcomer', () => {
    const [view] = at();
    expect(whyNotUndone(view, false)).toBe('nothing yet');
    expect(all(at())).toMatchObject({
      clear: 'no bet yet',
      redo: 'no round here',
      double: 'no bet yet',
      deal: 'bet at least 1.00',
    });
  });

  test('with a bet below the minimum, and one that can be dealt', () => {
    expect(whyNotDealt(...at(laid(50)))).toBe('0.50 more, at least 1.00');
    expect(all(at(laid(500), { can_deal: true, redo: { 1: 500 } }))).toMatchObject({
      undo: '',
      clear: '',
      redo: 'bet placed',
      double: '',
      deal: '',
      skip: 'bet placed',
    });
  });

  test('for want of money, by what the doubling or the rebet costs', () => {
    const purse = (balance: number) => ({
      purse: { balance, staked: 0, bonus: null, debt: 0 },
      redo: { 1: 500 },
    });
    expect(whyNotRebet(...at({}, purse(499)))).toBe('balance is 4.99');
    expect(whyNotDoubled(...at({}, purse(999)))).toBe('balance is 9.99');
    expect(whyNotDoubled(...at({}, purse(1000)))).toBe('');
    expect(whyNotDoubled(...at(laid(500), purse(500)))).toBe('');
    expect(whyNotDoubled(...at(laid(500), purse(499)))).toBe('balance is 4.99');
  });

  test('beyond the maximum, and on a box that another holds', () => {
    expect(whyNotDoubled(...at(laid(6000)))).toBe('at most 100.00');
    const taken = {
      seats: [seat(1, 1), seat(2, 2)],
      boxes: [box(2, [], { bet: 500, owner: 2 })],
    };
    const redo = { redo: { 2: 500 } };
    expect(whyNotRebet(...at(taken, redo, multi))).toBe('box taken');
    expect(whyNotDoubled(...at(taken, redo, multi))).toBe('box taken');
  });

  test('000-B18 at a table for several: who has answered', () => {
    const seats = (answer: 'deal' | 'skip') => ({ seats: [seat(1, 1, answer), seat(2, 2)] });
    expect(whyNotDealt(...at({ ...laid(500), ...seats('deal') }, {}, multi))).toBe('you are ready');
    const [view, you] = at(seats('skip'), {}, multi);
    expect(whyNotSkip(view, you)).toBe('already skipping');
  });

  test('when bets are closed, and when the line is down', () => {
    const mixing = all(at({ phase: 'mixing', ...laid(500) }, { redo: { 1: 500 } }));
    expect(new Set(Object.values(mixing))).toEqual(new Set(['no more bets']));
    expect(whyOffline('reconnecting')).toBe('no connection');
    expect(whyOffline('live')).toBe('');
  });
});
