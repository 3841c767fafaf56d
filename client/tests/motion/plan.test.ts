import { describe, expect, test } from 'vitest';
import { type Picture, plan, type Rect, type Scene } from '../../src/motion/plan';
import type { Cue } from '../../src/motion/score';

const at = (x: number, y = 0): Rect => ({ x, y, width: 10, height: 14 });
const picture = (things: Record<string, Rect>): Picture => new Map(Object.entries(things));
const scene = (cues: Cue[] = [], more: Partial<Scene> = {}): Scene => ({
  cues,
  homes: new Map([[1, 'purse']]),
  backs: { before: new Set(), after: new Set() },
  paid: new Set(),
  ...more,
});
const places = { shoe: at(500), float: at(300), purse: at(900, 700), discards: at(50) };
const words = (before: Record<string, Rect>, after: Record<string, Rect>, how = scene()) =>
  plan(picture({ ...places, ...before }), picture({ ...places, ...after }), how).map(
    ({ kind, mark, dx, dy }) => `${kind} ${mark} ${dx} ${dy}`,
  );

describe('from one picture to the next', () => {
  test('a new card comes from the shoe and turns', () => {
    const [move] = plan(picture(places), picture({ ...places, 'card:b1h0c0': at(100) }), scene());
    expect(move).toMatchObject({ kind: 'enter', dx: 400, turns: true });
  });

  test('a lost insurance is swept; one that pays lies on as an amount, and nothing flies', () => {
    const insured = { 'insurance:1': at(300, 100) };
    const settled = scene([{ kind: 'settle' }]);
    expect(words(insured, {}, settled)).toEqual(['leave insurance:1 0 -100']);
    expect(words(insured, {}, { ...settled, paid: new Set(['insurance:1']) })).toEqual([]);
  });

  test('a card that stays face down does not turn', () => {
    const backs = { before: new Set<string>(), after: new Set(['card:d0']) };
    const [move] = plan(
      picture(places),
      picture({ ...places, 'card:d0': at(1) }),
      scene([], { backs }),
    );
    expect(move).toMatchObject({ kind: 'enter', turns: false });
  });

  test('the hole card turns where it lies', () => {
    const backs = { before: new Set(['card:d0']), after: new Set<string>() };
    const both = picture({ ...places, 'card:d0': at(1) });
    expect(plan(both, both, scene([], { backs }))).toMatchObject([{ dx: 0, turns: true }]);
  });

  test('what did not move is left alone, what did glides', () => {
    expect(
      words({ 'card:d0': at(10), 'card:d1': at(20) }, { 'card:d0': at(10), 'card:d1': at(25) }),
    ).toEqual(['glide card:d1 -5 0']);
  });

  test('after a split the second card parts from the first and later hands keep their cards', () => {
    const before = { 'card:b1h0c0': at(10), 'card:b1h0c1': at(13), 'card:b1h1c0': at(60) };
    const after = { 'card:b1h0c0': at(10), 'card:b1h1c0': at(40), 'card:b1h2c0': at(60) };
    expect(words(before, after, scene([{ kind: 'split', box: 1, hand: 0 }]))).toEqual([
      'glide card:b1h1c0 -27 0',
    ]);
  });

  test('a lost bet is swept to the float, a bet taken off goes home', () => {
    const bet = { 'bet:b1h0': at(300, 100) };
    expect(words(bet, {}, scene([{ kind: 'settle' }]))).toEqual(['leave bet:b1h0 0 -100']);
    expect(words({ 'bet:1': at(900, 100) }, {}, scene([{ kind: 'chips' }]))).toEqual([
      'leave bet:1 0 600',
    ]);
  });

  test('a bet stays where it lies when its box is dealt to', () => {
    expect(words({ 'bet:1': at(300, 100) }, { 'bet:b1h0': at(302, 104) })).toEqual([]);
  });

  test('another player’s chips come from his seat', () => {
    const homes = new Map([[2, 'seat:2']]);
    const seat = { 'seat:2': at(70) };
    expect(words(seat, { ...seat, 'bet:2': at(50) }, scene([], { homes }))).toEqual([
      'enter bet:2 20 0',
    ]);
  });

  test('pay-outs leave the float box by box', () => {
    const moves = plan(
      picture(places),
      picture({ ...places, 'pay:b1h0': at(1), 'pay:b2h0': at(2) }),
      scene([{ kind: 'settle' }]),
    );
    expect(moves.map(({ delay }) => delay)).toEqual([150, 210]);
  });

  test('the cards of a round go to the discards together', () => {
    expect(
      words({ 'card:d0': at(60), 'card:b1h0c0': at(70) }, {}, scene([{ kind: 'away' }])),
    ).toEqual(['leave card:d0 -10 0', 'leave card:b1h0c0 -20 0']);
  });
});
