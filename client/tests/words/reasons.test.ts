import { describe, expect, test } from 'vitest';
import { box, fixture, hand } from '../../dev/fixtures';
import { atlantic, classic, european, multi, shoe, vegas } from '../../dev/games';
import { whyNot, whyNotRebet } from '../../src/words/reasons';

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
