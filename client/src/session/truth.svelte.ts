/** The table as it is known: all that was told is folded, whether it is shown yet or not. */

import type { Shown } from '../motion/player';
import { foldFrame } from '../state/fold';
import type { Events, PrivateView } from '../wire/messages';

export class Truth {
  #known = $state.raw<Shown | null>(null);
  /** The round whose cards lie there, or the last one that did. */
  #round = $state.raw('');

  /** Null until the table has answered for the first time. */
  get maybe(): Shown | null {
    return this.#known;
  }

  get known(): Shown {
    if (!this.#known) throw new Error('nothing is pressed before the table is shown');
    return this.#known;
  }

  get round(): string {
    return this.#round;
  }

  /** The whole state anew. */
  begin(known: Shown): void {
    this.#known = known;
    this.#round = known.view.round ?? this.#round;
  }

  /** What happened to everybody. */
  fold(frame: Events): void {
    this.#known = { ...this.known, view: foldFrame(this.known.view, frame) };
  }

  /** How things stand for this player; told to nobody before the table is known. */
  tell(you: PrivateView): void {
    if (this.#known) this.#known = { ...this.#known, you };
  }

  /** A round whose first card is seen now. */
  seen(round: string): void {
    this.#round = round;
  }
}
