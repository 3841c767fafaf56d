import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Change, LAG_MAX_MS, Player, type Shown } from '../../src/motion/player';
import { LANDED, SCORE, score } from '../../src/motion/score';
import { foldFrame } from '../../src/state/fold';
import type { AnyEvent, Events, PrivateView, TableView } from '../../src/wire/messages';
import golden from '../state/frames.golden.json';

interface Tape {
  game: string;
  start: TableView;
  told: { frame: Events }[];
}
const tapes = golden as unknown as Tape[];

const you = { player: 7, decision: null, offers: [] } as unknown as PrivateView;

/** A player over a table, with every change it shows; time is vitest's. */
function playing(view: TableView, factor = 1) {
  const changes: Change[] = [];
  const player = new Player(
    { view, you },
    (change) => changes.push(change),
    () => factor,
    {
      now: () => performance.now(),
      after: (ms, ring) => {
        const timer = setTimeout(ring, ms);
        return () => clearTimeout(timer);
      },
    },
  );
  return { player, changes };
}

beforeEach(() => {
  vi.useFakeTimers();
});

/** The first frame of a tape that deals cards, and the view before it. */
function deal({ start, told }: Tape): { view: TableView; frame: Events } {
  let view = start;
  for (const { frame } of told) {
    if (frame.events.some(({ type }) => type === 'card_dealt')) return { view, frame };
    view = foldFrame(view, frame);
  }
  throw new Error('a tape without a deal');
}

describe.each(tapes)('what is shown of $game', ({ start, told }) => {
  test.each([1, 0.5, 0])('always ends in what is known, at factor %d', (factor) => {
    const { player } = playing(start, factor);
    let known = start;
    for (const { frame } of told) {
      known = foldFrame(known, frame);
      player.play(frame);
      vi.advanceTimersByTime(100);
    }
    vi.runAllTimers();
    expect(player.busy).toBe(false);
    expect(player.shown.view).toEqual(known);
  });

  test('skipped at any moment is what is known', () => {
    const { player } = playing(start);
    let known = start;
    for (const [at, { frame }] of told.entries()) {
      known = foldFrame(known, frame);
      player.play(frame);
      vi.advanceTimersByTime((at * 137) % 700);
      player.skip();
      expect(player.shown.view).toEqual(known);
    }
  });
});

test('a hand’s total counts a card when it has landed, not when it leaves the shoe', () => {
  const { view, frame } = deal(tapes[0] as Tape);
  const { player } = playing(view);
  player.play(frame);
  const first = () => player.shown.view.boxes.find(({ hands }) => hands.length > 0)?.hands[0];
  vi.advanceTimersByTime(LANDED - 20);
  expect(first()?.cards.length).toBeGreaterThan(0);
  expect(first()?.total).toBe(0);
  vi.advanceTimersByTime(20);
  expect(first()?.total).toBeGreaterThan(0);
});

test('the offers are shown after the cards', () => {
  const { view, frame } = deal(tapes[0] as Tape);
  const { player } = playing(view);
  player.play(frame);
  player.tell({ ...you, decision: 5 });
  vi.advanceTimersByTime(LANDED);
  expect(player.shown.you.decision).toBeNull();
  vi.runAllTimers();
  expect(player.shown.you.decision).toBe(5);
});

test('a lag of more than two seconds is made up at once, before the new cards move', () => {
  const { view, frame } = deal(tapes[0] as Tape);
  const { player, changes } = playing(view);
  const draw: Events = {
    ...frame,
    events: Array(8).fill({ type: 'dealer_card_dealt', card: '2c' }),
  };
  player.play(draw);
  expect(score(draw).lasts).toBeGreaterThan(LAG_MAX_MS);
  const shownBefore = changes.length;
  player.play(frame);
  const [made] = changes.slice(shownBefore);
  expect(made?.factor).toBe(0);
  expect(made?.after.view.dealer.cards).toHaveLength(8);
});

test('a snapshot replaces what still moves', () => {
  const { view, frame } = deal(tapes[0] as Tape);
  const { player } = playing(view);
  player.play(frame);
  const snapshot: Shown = { view: { ...view, round: 'other' }, you };
  player.replace(snapshot);
  vi.runAllTimers();
  expect(player.shown).toEqual(snapshot);
});

describe('the score', () => {
  const at = (events: AnyEvent[]) =>
    score({ events }).steps.map((step) => `${step.do} ${step.event.type} ${step.at}`);
  const card = (box: number, hand = 0): AnyEvent => ({ type: 'card_dealt', box, hand, card: '5c' });
  const dealer = (text: string | null): AnyEvent => ({ type: 'dealer_card_dealt', card: text });
  const started: AnyEvent = {
    type: 'round_started',
    round: '1-1',
    cycle: 1,
    c2: '',
    bets: {},
    first_card: 0,
  };

  test('deals a card every 90 ms', () => {
    const placed = at([started, card(1), card(2), dealer('9h')]).filter((one) =>
      one.startsWith('place'),
    );
    expect(placed).toEqual([
      'place card_dealt 0',
      'place card_dealt 90',
      'place dealer_card_dealt 180',
    ]);
  });

  test('turns the hole card 300 ms after the last hand and draws every 350 ms', () => {
    const placed = at([
      { type: 'hole_card_revealed', card: 'Th' },
      dealer('2c'),
      dealer('3c'),
    ]).filter((one) => one.startsWith('place'));
    expect(placed).toEqual([
      'place hole_card_revealed 300',
      'place dealer_card_dealt 650',
      'place dealer_card_dealt 1000',
    ]);
  });

  test('gives a split its second card when the pair has parted', () => {
    const placed = at([{ type: 'hand_split', box: 1, hand: 0, bet: 100 }, card(1)]);
    expect(placed.slice(0, 2)).toEqual([
      'fold hand_split 0',
      `place card_dealt ${SCORE.splitCard}`,
    ]);
  });

  test('changes all discs at once', () => {
    const settled = (hand: number): AnyEvent => ({
      type: 'hand_settled',
      box: 1,
      hand,
      outcome: 'win',
      bet: 100,
      paid: 200,
    });
    const all = at([settled(0), settled(1), { type: 'round_closed', staked: 200, paid: 400 }]);
    expect(new Set(all.map((one) => one.split(' ').at(-1)))).toEqual(new Set(['200']));
  });

  test('lets no single move last over half a second', () => {
    const moves = [SCORE.flight, LANDED, SCORE.glide, SCORE.pay, SCORE.sweep, SCORE.displaced];
    expect(Math.max(...moves)).toBeLessThanOrEqual(500);
  });
});
