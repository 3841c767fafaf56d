/**
 * From where things were and where they are now, to the moves between: pure. A thing is known by
 * its mark, such as `card:b1h0c2`; it knows rectangles and no elements.
 */

import { type Cue, SCORE } from './score';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Everything marked on the table, by mark. */
export type Picture = ReadonlyMap<string, Rect>;

export type Easing = 'in' | 'out' | 'both';

/** A thing goes from `from` to `to`, both offsets from where it lies (or lay, when it leaves). */
export interface Move {
  readonly mark: string;
  readonly kind: 'enter' | 'glide' | 'leave';
  readonly dx: number;
  readonly dy: number;
  readonly delay: number;
  readonly lasts: number;
  readonly easing: Easing;
  /** The card turns from its back to its face on the way. */
  readonly turns: boolean;
}

/** What the table's state says of a box: whose it is, as the mark of where his chips live. */
export interface Scene {
  readonly cues: readonly Cue[];
  /** `purse`, or `seat:2` of another player, by box. */
  readonly homes: ReadonlyMap<number, string>;
  /** Marks of the cards that lay and lie face down. */
  readonly backs: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> };
  /** Marks of chips that are paid where they lie: from now on only the amount is written there. */
  readonly paid: ReadonlySet<string>;
}

/** Two places as near as that are one, in pixels. */
export const NEAR = 0.5;

/** The moves that lead from one picture to the next. */
export function plan(before: Picture, after: Picture, scene: Scene): Move[] {
  const was: Picture = new Map(
    [...before].map(([mark, rect]) => [nameAfter(mark, scene.cues), rect]),
  );
  const moves: Move[] = [];
  for (const [mark, rect] of after) {
    if (isDealtTo(mark, was, after)) continue;
    const old = was.get(mark);
    const move = old ? glide(mark, old, rect, scene) : enter(mark, rect, after, scene);
    if (move) moves.push(move);
  }
  for (const [mark, rect] of was) {
    if (after.has(mark) || isDealtTo(`bet:b${boxOf(mark)}h0`, was, after)) continue;
    const move = leave(mark, rect, after, scene);
    if (move) moves.push(move);
  }
  return moves;
}

/**
 * What a thing is called from now on: after a split the second card is the first of a new hand, and
 * later hands moved up by one.
 */
export function nameAfter(mark: string, cues: readonly Cue[]): string {
  return cues.reduce(
    (name, cue) => (cue.kind === 'split' ? splitName(name, cue.box, cue.hand) : name),
    mark,
  );
}

function splitName(mark: string, box: number, hand: number): string {
  const found = /^(\w+):b(\d)h(\d)(c\d+)?$/.exec(mark);
  if (!found || Number(found[2]) !== box) return mark;
  const [, kind, , at, card] = found;
  if (Number(at) > hand) return `${kind}:b${box}h${Number(at) + 1}${card ?? ''}`;
  return Number(at) === hand && card === 'c1' ? `${kind}:b${box}h${hand + 1}c0` : mark;
}

/** Whether the bet of a box has just become the bet of its first hand: it stays where it lies. */
function isDealtTo(mark: string, before: Picture, after: Picture): boolean {
  const laid = `bet:${boxOf(mark)}`;
  const isHands = /^bet:b\dh0$/.test(mark) && after.has(mark) && !before.has(mark);
  return isHands && before.has(laid) && !after.has(laid);
}

const MOVING = new Set(['card', 'bet', 'insurance', 'pay', 'disc']);

function kindOf(mark: string): string {
  return mark.slice(0, mark.indexOf(':'));
}

/** The box of a mark such as `bet:b2h0`, `bet:2` or `insurance:2`. */
function boxOf(mark: string): number {
  return Number(/:b?(\d)/.exec(mark)?.[1] ?? 0);
}

function glide(mark: string, old: Rect, now: Rect, { backs }: Scene): Move | null {
  const turns = backs.before.has(mark) && !backs.after.has(mark);
  const [dx, dy] = [old.x - now.x, old.y - now.y];
  const still = Math.abs(dx) < NEAR && Math.abs(dy) < NEAR;
  if (!MOVING.has(kindOf(mark)) || (still && !turns)) return null;
  return { mark, kind: 'glide', dx, dy, delay: 0, lasts: SCORE.glide, easing: 'both', turns };
}

function cued(scene: Scene, kind: Cue['kind']): boolean {
  return scene.cues.some((cue) => cue.kind === kind);
}

function enter(mark: string, rect: Rect, after: Picture, scene: Scene): Move | null {
  switch (kindOf(mark)) {
    case 'card':
      return from(mark, rect, after.get('shoe') ?? top(after), {
        lasts: SCORE.flight,
        easing: 'out',
        turns: !scene.backs.after.has(mark),
      });
    case 'bet':
    case 'insurance':
      return from(mark, rect, home(mark, after, scene), { lasts: SCORE.chip, easing: 'out' });
    case 'pay':
      return from(mark, rect, after.get('float') ?? top(after), {
        delay: SCORE.payPause + SCORE.payGap * (boxOf(mark) - 1),
        lasts: SCORE.pay,
        easing: 'out',
      });
    default:
      return null;
  }
}

function leave(mark: string, rect: Rect, after: Picture, scene: Scene): Move | null {
  switch (kindOf(mark)) {
    case 'card':
      return to(mark, rect, after.get('discards') ?? top(after), SCORE.away);
    case 'pay':
      return to(mark, rect, home(mark, after, scene), SCORE.away);
    case 'bet':
    case 'insurance': {
      if (scene.paid.has(mark)) return null;
      const lost = cued(scene, 'settle') || cued(scene, 'sweep');
      const goal = lost ? (after.get('float') ?? top(after)) : home(mark, after, scene);
      const delay = cued(scene, 'settle') ? SCORE.payPause : 0;
      return to(mark, rect, goal, SCORE.sweep, delay);
    }
    default:
      return null;
  }
}

/** Where the chips of a box come from and go back to. */
function home(mark: string, picture: Picture, scene: Scene): Rect | undefined {
  const place = scene.homes.get(boxOf(mark)) ?? 'purse';
  return picture.get(place) ?? picture.get('purse');
}

/** In a layout that shows no shoe or float, things come from above the dealer. */
function top(picture: Picture): Rect | undefined {
  const dealer = picture.get('dealer');
  return dealer && { ...dealer, y: dealer.y - dealer.height, height: 0 };
}

function from(
  mark: string,
  rect: Rect,
  origin: Rect | undefined,
  how: { lasts: number; easing: Easing; delay?: number; turns?: boolean },
): Move | null {
  if (!origin) return null;
  const [dx, dy] = between(rect, origin);
  return { mark, kind: 'enter', dx, dy, delay: 0, turns: false, ...how };
}

function to(
  mark: string,
  rect: Rect,
  goal: Rect | undefined,
  lasts: number,
  delay = 0,
): Move | null {
  if (!goal) return null;
  const [dx, dy] = between(rect, goal);
  return { mark, kind: 'leave', dx, dy, delay, lasts, easing: 'in', turns: false };
}

/** From the middle of one to the middle of the other. */
function between(one: Rect, other: Rect): [number, number] {
  return [
    other.x + other.width / 2 - one.x - one.width / 2,
    other.y + other.height / 2 - one.y - one.height / 2,
  ];
}
