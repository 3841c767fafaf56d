/**
 * The player's betting: what he pressed and is not answered yet, and what Undo goes back to. It
 * knows no socket: `order` passes a command on, `explain` says why there is none.
 */

import { type Bets, betsOf, NO_BETS, sumOf } from '../state/bets';
import type { GameInfo } from '../table/contract';
import type { PrivateView, TableView } from '../wire/messages';
import type { Order } from '../wire/order';
import {
  type BetRefusal,
  betsAfter,
  type Laying,
  sameBets,
  whyNotPlaced,
  whyNotTaken,
} from './bets';
import { chipLaid, chipTaken, lastChip, NOTHING_LAID, pressed, undone, unpressed } from './laid';

/** The table as it is known, not as it is shown: bets are measured against the truth. */
export interface Known {
  readonly view: TableView;
  readonly you: PrivateView;
}

export interface WagersNeeds {
  known(): Known;
  order(order: Order): void;
  explain(code: BetRefusal | 'no_bets'): void;
}

export class Wagers {
  /** Orders on their way, each with the bets as they are when it is taken. */
  #flying = $state.raw<readonly { order: Order; bets: Bets }[]>([]);
  #laid = $state.raw(NOTHING_LAID);
  readonly #game: GameInfo;
  readonly #needs: WagersNeeds;

  constructor(game: GameInfo, needs: WagersNeeds) {
    this.#game = game;
    this.#needs = needs;
  }

  /** The own bets as they will be. */
  get expected(): Bets {
    return this.#flying.at(-1)?.bets ?? this.#known;
  }

  /** Boxes whose bet is not accepted yet, with the bet as it will be. */
  get pending(): Bets {
    const [known, expected] = [this.#known, this.expected];
    const boxes = [...new Set([...Object.keys(known), ...Object.keys(expected)])].map(Number);
    const differing = boxes.filter((box) => known[box] !== expected[box]);
    return Object.fromEntries(differing.map((box) => [box, expected[box] ?? 0]));
  }

  get canUndo(): boolean {
    return undone(this.#laid) !== null;
  }

  /** Whether the chip may lie there; if so it is on its way. */
  place(box: number, amount: number): boolean {
    const why = whyNotPlaced(this.#laying, box, amount);
    if (why) return this.#refuse(why);
    this.#press({ type: 'place_bet', box, amount });
    this.#laid = chipLaid(this.#laid, box, amount);
    return true;
  }

  take(box: number, amount: number): void {
    const why = whyNotTaken(this.#laying, box, amount);
    if (why) return void this.#refuse(why);
    this.#press({ type: 'take_bet', box, amount });
    this.#laid = chipTaken(this.#laid, box, amount);
  }

  takeLast(box: number): void {
    const bet = this.expected[box] ?? 0;
    if (bet === 0) return void this.#refuse('no_bets');
    this.take(box, lastChip(this.#laid, box, bet, this.#game.limits.chips));
  }

  clear(box: number | null = null): void {
    const bets = this.expected;
    if (box === null ? sumOf(bets) === 0 : !(box in bets)) return void this.#refuse('no_bets');
    this.#press({ type: 'clear_bets', box });
  }

  /** REDO, or DOUBLE BET, which the house lays as a whole or not at all. */
  lay(type: 'redo_bets' | 'double_bets'): void {
    this.#press({ type });
  }

  undo(): void {
    const bets = undone(this.#laid);
    if (bets === null) return;
    this.#laid = unpressed(this.#laid);
    if (sameBets(bets, this.expected)) return;
    this.#send(sumOf(bets) === 0 ? { type: 'clear_bets' } : { type: 'lay_bets', bets });
  }

  /** An order of the player was answered: it is no longer on its way. */
  answered(order: Order, taken: boolean): void {
    const at = this.#flying.findIndex((one) => one.order === order);
    if (at < 0) return;
    // What was pressed on top of a refused bet counted on it: the table's truth goes first.
    this.#flying = taken ? this.#flying.toSpliced(at, 1) : [];
    if (!taken) this.#laid = unpressed(this.#laid);
  }

  /** A new round of betting, or a new state: nothing was pressed in it. */
  reset(): void {
    this.#flying = [];
    this.#laid = NOTHING_LAID;
  }

  get #known(): Bets {
    const { view, you } = this.#needs.known();
    return view.phase === 'betting' ? betsOf(view, you.player) : NO_BETS;
  }

  get #laying(): Laying {
    return { ...this.#needs.known(), game: this.#game, bets: this.expected };
  }

  #refuse(why: BetRefusal | 'no_bets'): false {
    this.#needs.explain(why);
    return false;
  }

  #press(order: Order): void {
    this.#laid = pressed(this.#laid, this.expected);
    this.#send(order);
  }

  #send(order: Order): void {
    const { redo } = this.#needs.known().you;
    this.#flying = [...this.#flying, { order, bets: betsAfter(this.expected, order, redo) }];
    this.#needs.order(order);
  }
}
