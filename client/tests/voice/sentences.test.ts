import { describe, expect, test } from 'vitest';
import { Player, type Shown } from '../../src/motion/player';
import type { GameInfo } from '../../src/table/contract';
import { sentences } from '../../src/voice/sentences';
import { Spoken } from '../../src/voice/spoken.svelte';
import type { AnyEvent, Events, PrivateView, TableView } from '../../src/wire/messages';

const game = {
  labels: {},
  currency: { code: 'EUR', sign: '€', digits: 2 },
  denomination: null,
  limits: { stake_min: 100, stake_max: 10_000 },
} as unknown as GameInfo;
const you = {
  player: 7,
  decision: null,
  offers: [],
  purse: { balance: 1000, staked: 0, bonus: null, debt: 0 },
} as unknown as PrivateView;

function table(bets: number[]): TableView {
  const boxes = bets.map((bet, at) => ({
    box: at + 1,
    owner: 7,
    bet,
    insurance: 0,
    insurance_paid: null,
    hands: [],
  }));
  const dealer = { cards: [], total: 0, soft: false };
  return {
    kind: 'single',
    phase: 'betting',
    boxes,
    dealer,
    seats: [],
    turn: null,
    shoe: null,
  } as unknown as TableView;
}

/** What is said of a frame, shown at once or moment by moment. */
function said(events: AnyEvent[], { factor = 0, bets = [100], more = {} } = {}): string[] {
  const heard: string[] = [];
  let now = 0;
  const alarms: (() => void)[] = [];
  const start: Shown = { view: table(bets), you };
  const player = new Player(
    start,
    ({ moments, before, after }) => heard.push(...sentences(moments, before, after, game)),
    () => factor,
    {
      now: () => now,
      after: (ms, ring) => {
        alarms.push(() => {
          now += ms;
          ring();
        });
        return () => {};
      },
    },
  );
  const turn = { decision: 3, box: 1, hand: 0, asking: 'play', left_ms: null } as const;
  player.play({ events, phase: 'playing', turn, betting_left_ms: null, ...more } as Events);
  player.tell({
    ...you,
    decision: 3,
    offers: [
      { action: 'hit', cost: 0 },
      { action: 'stand', cost: 0 },
    ],
  });
  for (let ring = alarms.shift(); ring; ring = alarms.shift()) ring();
  return heard;
}

const DEAL: AnyEvent[] = [
  { type: 'round_started', round: '1-1', cycle: 1, c2: '', bets: { 1: 100 }, first_card: 0 },
  { type: 'card_dealt', box: 1, hand: 0, card: 'Td' },
  { type: 'dealer_card_dealt', card: null },
  { type: 'card_dealt', box: 1, hand: 0, card: '6h' },
  { type: 'dealer_card_dealt', card: '9s' },
];

describe('what is said', () => {
  test.each([0, 1])(
    'of a deal is one sum, then whose turn it is and what may be done, at factor %d',
    (factor) => {
      expect(said(DEAL, { factor })).toEqual([
        'Your hand: ten of diamonds and six of hearts, sixteen.',
        'Dealer shows the nine of spades.',
        'Sixteen against a nine.',
        'You may hit or stand.',
      ]);
    },
  );

  test('to an onlooker: that betting is open, and that he may sit down', () => {
    const seat = (n: number, player: number | null) => ({ seat: n, box: n, player, name: '' });
    const view = { ...table([0]), kind: 'multi', seats: [seat(1, 8), seat(2, 9)] } as TableView;
    const at = { view, you };
    const heard = (event: AnyEvent) =>
      sentences([{ do: 'fold', at: 0, event, cue: { kind: 'still' } }], at, at, game).join(' ');
    expect(heard({ type: 'betting_opened', cycle: 2, c1: '', shoe: null } as AnyEvent)).toBe(
      'Betting is open.',
    );
    expect(heard({ type: 'seat_freed', seat: 2, player: 9, reason: 'left' })).toBe(
      'Seat 2 is free: you may sit down.',
    );
    expect(heard({ type: 'seat_freed', seat: 2, player: 7, reason: 'idle' })).toBe(
      'Your seat is free again. Three rounds passed without an answer from you.',
    );
    expect(heard({ type: 'seat_taken', seat: 2, player: 7, name: 'Mara' })).toBe(
      'You sit at box 2.',
    );
  });

  test('names the box where there are several, and the hand after a split', () => {
    const split: AnyEvent[] = [
      {
        type: 'round_started',
        round: '1-1',
        cycle: 1,
        c2: '',
        bets: { 1: 100, 2: 100 },
        first_card: 0,
      },
      { type: 'card_dealt', box: 1, hand: 0, card: '8d' },
      { type: 'card_dealt', box: 1, hand: 0, card: '8h' },
      { type: 'hand_split', box: 1, hand: 0, bet: 100 },
      { type: 'hand_settled', box: 1, hand: 1, outcome: 'push', bet: 100, paid: 100 },
    ];
    const heard = said(split, { bets: [100, 100] });
    expect(heard).toContain('Box 1 is split into two hands.');
    expect(heard).toContain('The second hand of box 1 is a push: €\u00a01.00 comes back.');
  });

  test('of a push or a return below the stake is no win', () => {
    const paid = (amount: number): AnyEvent[] => [
      { type: 'player_paid', player: 7, staked: 100, paid: amount },
    ];
    expect(said(paid(100))).toContain('You have your stake back.');
    expect(said(paid(50))).toContain('You lost €\u00a00.50 in all.');
    expect(said(paid(250))).toContain('You won €\u00a01.50 in all.');
  });

  test('of another player’s money is nothing', () => {
    expect(said([{ type: 'player_paid', player: 8, staked: 100, paid: 200 }]).join()).not.toContain(
      '1.00',
    );
  });
});

test('two identical sentences in a row are two elements to read', () => {
  const spoken = new Spoken();
  spoken.say('Place your bets.');
  spoken.say('Place your bets.');
  expect(spoken.lines.map(({ text }) => text)).toEqual(['Place your bets.', 'Place your bets.']);
  expect(new Set(spoken.lines.map(({ id }) => id)).size).toBe(2);
});

describe('the balance', () => {
  const at = (purse: Partial<PrivateView['purse']>, bonus: PrivateView['bonus'] = null): Shown => ({
    view: table([]),
    you: { ...you, bonus, purse: { ...you.purse, ...purse } },
  });

  test('is said after every round of his own, a lost one too', () => {
    const [before, after] = [at({ balance: 900, staked: 100 }), at({ balance: 900, staked: 0 })];
    expect(sentences([], before, after, game)).toEqual(['Balance €\u00a09.00.']);
    expect(sentences([], after, after, game)).toEqual([]);
  });

  test('002-W2 002-W3 is the bonus balance while a bonus is in play, which is said when it changes', () => {
    const bonus = { bonus: 7 } as unknown as PrivateView['bonus'];
    const own = at({ balance: 1000 });
    const with_ = at({ balance: 1000, bonus: 500 }, bonus);
    expect(sentences([], own, with_, game)).toEqual(['You play with your bonus.']);
    expect(sentences([], with_, own, game)).toContain('You play with your own money.');
    const won = at({ balance: 1000, bonus: 700 }, bonus);
    expect(sentences([], with_, won, game)).toEqual(['Bonus balance €\u00a07.00.']);
  });
});

describe('the question of insurance', () => {
  const asked = { decision: 4, box: 2, hand: 0, left_ms: null } as const;
  const at = (asking: 'insurance' | 'even_money', total: number): Shown => {
    const view = table([1000, 1000]);
    const hand = { cards: ['Ad', 'Kh'], total, soft: true, bet: 1000, status: 'playing' };
    const boxes = view.boxes.map((box) => ({ ...box, hands: [hand] }));
    const offers = [
      { action: asking === 'insurance' ? 'insure' : asking, cost: 500 },
      { action: 'pass', cost: 0 },
    ];
    return {
      view: { ...view, phase: 'insurance', boxes, turn: { ...asked, asking } } as never,
      you: { ...you, decision: 4, offers } as never,
    };
  };
  const before: Shown = { view: table([1000, 1000]), you };
  const rules = { blackjack_pays: '3:2' };
  const heard = (after: Shown) =>
    sentences([], before, after, { ...game, rules } as unknown as GameInfo);

  test('000-I1 names the box, what it costs and what it pays', () => {
    expect(heard(at('insurance', 16))).toEqual([
      'Insure box 2 for 5.00? If the dealer has blackjack, insurance pays 10.00 and the bet of 10.00 loses. If not, the 5.00 is lost and you play on.',
      'Your choice: insurance or no.',
    ]);
  });

  test('says of a natural what even money is worth', () => {
    expect(heard(at('even_money', 21))[0]).toBe(
      'Even money for box 2: +10.00 now? Your blackjack is paid +10.00 at once. If you wait: +15.00 when the dealer has no blackjack, only the bet back when he has.',
    );
  });
});

test('at a table for several the turn of one who has several hands is said with its hand', () => {
  const view = table([1000, 1000]);
  const hand = { cards: ['Td', '6h'], total: 16, soft: false, bet: 1000, status: 'playing' };
  const turn = { decision: 4, box: 2, hand: 0, asking: 'play', left_ms: null } as const;
  const boxes = view.boxes.map((box) => ({ ...box, hands: [hand] }));
  const after = { ...view, kind: 'multi', phase: 'playing', boxes, turn } as never;
  const mine = { ...you, decision: 4, offers: [{ action: 'hit', cost: 0 }] } as never;
  const said = sentences([], { view, you }, { view: after, you: mine }, game);
  expect(said).toEqual(['Your turn, box 2: sixteen.', 'You may hit.']);
});
