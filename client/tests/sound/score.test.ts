import { describe, expect, test } from 'vitest';
import type { Change, Moment, Shown } from '../../src/motion/player';
import { soundsOf } from '../../src/sound/score';
import type { AnyEvent } from '../../src/wire/messages';

const shown = (decision: number | null = null) =>
  ({ view: {}, you: { player: 7, decision } }) as unknown as Shown;
const told = (event: AnyEvent) =>
  ({ do: 'fold', at: 0, event, cue: { kind: 'still' } }) as unknown as Moment;

function heard(events: AnyEvent[], before = shown(), after = shown()): string[] {
  const change = { before, after, moments: events.map(told), cues: [], factor: 1 };
  return soundsOf(change as Change).map(({ sound }) => sound);
}

const paid = (player: number, staked: number, amount: number): AnyEvent => ({
  type: 'player_paid',
  player,
  staked,
  paid: amount,
});

describe('sounds', () => {
  test('celebrate a win of one’s own, and no push, no return below the stake, no other’s win', () => {
    expect(heard([paid(7, 100, 200)])).toEqual(['chord']);
    expect(heard([paid(7, 100, 100)])).toEqual([]);
    expect(heard([paid(7, 100, 50)])).toEqual([]);
    expect(heard([paid(8, 100, 200)])).toEqual([]);
  });

  test('of one kind are heard once, however many hands are paid', () => {
    const settled = (hand: number, amount: number): AnyEvent => ({
      type: 'hand_settled',
      box: 1,
      hand,
      outcome: amount > 0 ? 'win' : 'lose',
      bet: 100,
      paid: amount,
    });
    expect(heard([settled(0, 200), settled(1, 200), settled(2, 0)])).toEqual(['clicks', 'rake']);
  });

  test('call a player whose decision opens, once', () => {
    expect(heard([], shown(3), shown(4))).toEqual(['yourTurn']);
    expect(heard([], shown(4), shown(4))).toEqual([]);
    expect(heard([], shown(4), shown(null))).toEqual([]);
  });
});
