/** The clock on the table: from the server's milliseconds left to a number that runs down. */

import type { Clock } from '../table/contract';
import type { TableView, Timers } from '../wire/messages';

const TICK_MS = 250;
/** A clock told again that ends at nearly the same moment is the same one, and warns once. */
const SAME_MS = 600;
const WARNING_MS = 5_000;

/** What a table waits for, and how long it waits in all; null when nothing runs. */
export function waitsFor(
  { phase, turn, betting_left_ms }: TableView,
  timers: Timers,
): Clock | null {
  if (phase === 'betting' && betting_left_ms !== null) {
    return clock('betting', betting_left_ms, timers.betting_seconds);
  }
  if (turn?.left_ms == null) return null;
  if (turn.asking !== 'play') return clock('insurance', turn.left_ms, timers.insurance_seconds);
  return timers.action_seconds === null
    ? clock('round', turn.left_ms, timers.round_seconds)
    : clock('action', turn.left_ms, timers.action_seconds);
}

function clock(what: Clock['what'], left_ms: number, seconds: number | null): Clock {
  return { what, left_ms, of_ms: seconds === null ? left_ms : seconds * 1000 };
}

/** The time starts when the moves on the table are over: until then the clock stands full. */
function shown(clock: Clock, left_ms: number): Clock {
  return { ...clock, left_ms: Math.min(left_ms, clock.of_ms) };
}

/** Runs down on its own; tells each of the last five seconds once. */
export class Countdown {
  current = $state.raw<Clock | null>(null);
  #ends = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #warned = 0;
  readonly #lastSeconds: (left: number, clock: Clock) => void;

  constructor(lastSeconds: (left: number, clock: Clock) => void) {
    this.#lastSeconds = lastSeconds;
  }

  /** The clock as the server just told it. */
  set(clock: Clock | null): void {
    clearInterval(this.#timer);
    const ends = performance.now() + (clock?.left_ms ?? 0);
    const same = this.current?.what === clock?.what && Math.abs(ends - this.#ends) < SAME_MS;
    if (!same) this.#warned = Number.POSITIVE_INFINITY;
    this.current = clock && shown(clock, clock.left_ms);
    if (clock === null) return;
    this.#ends = ends;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (this.current === null) return;
    const left_ms = Math.max(0, this.#ends - performance.now());
    this.current = shown(this.current, left_ms);
    const seconds = Math.ceil(left_ms / 1000);
    if (left_ms <= WARNING_MS && seconds < this.#warned && seconds > 0) {
      this.#warned = seconds;
      this.#lastSeconds(seconds, this.current);
    }
    if (left_ms === 0) clearInterval(this.#timer);
  }
}
