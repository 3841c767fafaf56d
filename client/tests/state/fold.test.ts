import { describe, expect, test } from 'vitest';
import { count } from '../../src/state/count';
import { foldFrame } from '../../src/state/fold';
import type { Events, TableView } from '../../src/wire/messages';
import golden from './frames.golden.json';

interface Tape {
  game: string;
  start: TableView;
  told: { frame: Events; view: TableView | null }[];
}

/** What real tables said: written by record_frames.py, never by hand. */
const tapes = golden as unknown as Tape[];

/** The house rounds what is left of a turn to the frame it is in; a tape has no time between. */
describe.each(tapes)('a table of $game', ({ start, told }) => {
  test("folded frame by frame is what the house's next snapshot shows", () => {
    let view = start;
    for (const { frame, view: snapshot } of told) {
      view = foldFrame(view, frame);
      if (snapshot) expect(view, `after frame ${frame.seq}`).toEqual(snapshot);
      view = snapshot ?? view;
    }
  });

  test('never changes the view it was given', () => {
    let view = freeze(start);
    for (const { frame } of told) view = freeze(foldFrame(view, frame));
  });
});

test('the tapes hold every event that a round can bring', () => {
  const seen = new Set(
    tapes
      .flatMap(({ told }) => told.flatMap(({ frame }) => frame.events))
      .map((event) => event.type),
  );
  for (const type of [
    'hand_split',
    'hand_doubled',
    'insurance_taken',
    'insurance_declined',
    'peeked',
    'bet_changed',
    'hole_card_revealed',
    'played_by_card',
    'cycle_revealed',
    'answered',
  ] as const) {
    expect(seen, type).toContain(type);
  }
});

test.each([
  ['As 6d', 17, true],
  ['As 6d Th', 17, false],
  ['As Ad', 12, true],
  ['As Ad 9c', 21, true],
  ['Ks Qd 2h', 22, false],
  ['', 0, false],
])('%s counts %i', (cards, total, soft) => {
  expect(count(cards.split(' ').filter(Boolean))).toEqual({ total, soft });
});

function freeze<T>(value: T): T {
  if (value !== null && typeof value === 'object')
    Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
