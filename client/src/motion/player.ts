/**
 * Plays what is known into what is shown, step by step in time. It always ends in `known`: skipping
 * takes all steps at once, in the same order. It knows no elements: `show` makes a change seen.
 */

import { fold, foldAfter, land, place } from '../state/fold';
import type { Events, PrivateView, TableView } from '../wire/messages';
import { type Cue, type Step, score } from './score';

/** A table with what one player sees of it. */
export interface Shown {
  readonly view: TableView;
  readonly you: PrivateView;
}

/** What happens in one moment, in order. */
export type Moment =
  | Step
  | { readonly do: 'after'; readonly at: number; readonly frame: Events }
  | { readonly do: 'yours'; readonly at: number; readonly you: PrivateView };

/** A batch of moments that are seen together. */
export interface Change {
  readonly before: Shown;
  readonly after: Shown;
  readonly moments: readonly Moment[];
  readonly cues: readonly Cue[];
  /** 0 shows at once; 1 is normal speed. */
  readonly factor: number;
}

/** Time as the player needs it; tests bring their own. */
export interface Metronome {
  now(): number;
  /** Call `ring` after some milliseconds; the answer stops it. */
  after(ms: number, ring: () => void): () => void;
}

/** How much may wait before what waits is shown at once. */
export const LAG_MAX_MS = 2_000;

export class Player {
  #shown: Shown;
  readonly #queue: { due: number; moment: Moment }[] = [];
  /** When the last frame so far has come to rest. */
  #rest = 0;
  #stopAlarm: (() => void) | null = null;
  readonly #show: (change: Change) => void;
  readonly #clock: Metronome;
  /** 0 for no motion at all; read whenever something new begins. */
  readonly #factor: () => number;

  constructor(
    shown: Shown,
    show: (change: Change) => void,
    factor: () => number,
    clock: Metronome,
  ) {
    this.#shown = shown;
    this.#show = show;
    this.#factor = factor;
    this.#clock = clock;
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Whether something is still to be shown. */
  get busy(): boolean {
    return this.#queue.length > 0;
  }

  /** The events of a frame, each at its time after what is still playing. */
  play(frame: Events): void {
    const { steps, lasts } = score(frame);
    const begins = this.#begins(lasts);
    const factor = this.#factor();
    for (const step of steps) this.#add(begins + step.at * factor, step);
    this.#rest = begins + lasts * factor;
    this.#add(this.#rest, { do: 'after', at: lasts, frame });
    this.#run();
  }

  /** What the player sees himself, once all that was told before is shown. */
  tell(you: PrivateView): void {
    this.#add(Math.max(this.#clock.now(), this.#rest), { do: 'yours', at: 0, you });
    this.#run();
  }

  /** All that waits, now. */
  skip(): void {
    const moments = this.#queue.splice(0).map(({ moment }) => moment);
    this.#rest = this.#clock.now();
    if (moments.length > 0) this.#change(moments, 0);
    this.#arm();
  }

  /** Another state altogether: what waited is told no more. */
  replace(shown: Shown): void {
    this.#queue.length = 0;
    this.#rest = this.#clock.now();
    const before = this.#shown;
    this.#shown = shown;
    this.#show({ before, after: shown, moments: [], cues: [], factor: 0 });
    this.#arm();
  }

  stop(): void {
    this.#queue.length = 0;
    this.#arm();
  }

  /** A frame with moves in it does not wait behind more than the bound. */
  #begins(lasts: number): number {
    const now = this.#clock.now();
    if (lasts > 0 && this.#rest - now > LAG_MAX_MS) this.skip();
    return Math.max(now, this.#rest);
  }

  #add(due: number, moment: Moment): void {
    this.#queue.push({ due, moment });
  }

  /** Shows all that is due, moments of the same time together. */
  #run(): void {
    const now = this.#clock.now();
    while (this.#queue[0] !== undefined && this.#queue[0].due <= now) {
      const { due } = this.#queue[0];
      const many = this.#queue.findIndex((one) => one.due > due);
      const batch = this.#queue.splice(0, many < 0 ? this.#queue.length : many);
      this.#change(
        batch.map(({ moment }) => moment),
        this.#factor(),
      );
    }
    this.#arm();
  }

  #change(moments: readonly Moment[], factor: number): void {
    const before = this.#shown;
    const after = moments.reduce(taken, before);
    const cues = moments.flatMap((moment) => ('cue' in moment ? [moment.cue] : []));
    this.#shown = after;
    this.#show({ before, after, moments, cues, factor });
  }

  #arm(): void {
    this.#stopAlarm?.();
    this.#stopAlarm = null;
    const [next] = this.#queue;
    if (next === undefined) return;
    const wait = Math.max(0, next.due - this.#clock.now());
    this.#stopAlarm = this.#clock.after(wait, () => {
      this.#stopAlarm = null;
      this.#run();
    });
  }
}

/** What is shown after a moment. */
export function taken(shown: Shown, moment: Moment): Shown {
  switch (moment.do) {
    case 'place':
      return { ...shown, view: place(shown.view, moment.event) };
    case 'land':
      return { ...shown, view: land(shown.view, moment.event) };
    case 'fold':
      return { ...shown, view: fold(shown.view, moment.event) };
    case 'after':
      return { ...shown, view: foldAfter(shown.view, moment.frame) };
    case 'yours':
      return { ...shown, you: moment.you };
  }
}
