import { expect, test, vi } from 'vitest';
import { classic } from '../../dev/games';
import { Showing, type ShowingNeeds } from '../../src/session/showing.svelte';
import { foldFrame } from '../../src/state/fold';
import type { Events, PrivateView, TableView } from '../../src/wire/messages';
import golden from '../state/frames.golden.json';

const tape = golden[0] as unknown as { start: TableView; told: { frame: Events }[] };
const you = {
  player: 7,
  decision: null,
  offers: [],
  purse: { balance: 0, bonus: null },
} as unknown as PrivateView;

/** What is shown of a table by a player who set this speed. */
function showing(speed: 'normal' | 'fast' | 'off') {
  const needs = {
    game: classic,
    settings: { current: { speed } },
    spoken: { say: vi.fn() },
    band: { play: vi.fn() },
    seen: vi.fn(),
    stood: vi.fn(),
    rested: vi.fn(),
  };
  const shows = new Showing(needs as unknown as ShowingNeeds);
  shows.begin({ view: tape.start, you });
  return { shows, needs };
}

/** The tape up to and with its first deal: the view before it, and the frame that deals. */
function deal(): { view: TableView; frame: Events } {
  let view = tape.start;
  for (const { frame } of tape.told) {
    if (frame.events.some(({ type }) => type === 'card_dealt')) return { view, frame };
    view = foldFrame(view, frame);
  }
  throw new Error('a tape without a deal');
}

test('001-C5 with Turbo a deal is there at once, without a move', () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { view, frame } = deal();
  for (const [speed, moves] of [
    ['off', false],
    ['normal', true],
  ] as const) {
    const { shows, needs } = showing(speed);
    shows.begin({ view, you });
    shows.play(frame);
    expect(shows.moving).toBe(moves);
    expect(needs.band.play.mock.calls.length > 0).toBe(moves);
    if (!moves) expect(shows.current?.view).toEqual(foldFrame(view, frame));
    vi.runAllTimers();
    expect(shows.current?.view).toEqual(foldFrame(view, frame));
  }
});
