/**
 * How a player's evening goes: how long he plays, what he staked and what came back. It goes on from
 * table to table and over a reload, as long as the tab is open; what is staked from a bonus is not
 * his own money and not counted.
 */

import type { RoundResult } from '../table/contract';

const STORED_UNDER = 'evenmoney.evening';
const MINUTE_MS = 60_000;

interface Counted {
  readonly player: number;
  readonly began: number;
  readonly staked: number;
  readonly paid: number;
}

export class Evening {
  #counted = $state.raw<Counted>({ player: 0, began: Date.now(), staked: 0, paid: 0 });
  #now = $state(Date.now());
  /** The last round in sums, until the next bet. */
  #result = $state.raw<RoundResult | null>(null);

  get net(): number {
    return this.#counted.paid - this.#counted.staked;
  }

  get staked(): number {
    return this.#counted.staked;
  }

  get minutes(): number {
    return Math.max(0, Math.floor((this.#now - this.#counted.began) / MINUTE_MS));
  }

  get result(): RoundResult | null {
    return this.#result;
  }

  /** The player who sits down: his evening goes on, if it had begun here. */
  begin(player: number): void {
    if (this.#counted.player === player) return;
    const before = storedEvening(read());
    this.#counted =
      before?.player === player ? before : { player, began: Date.now(), staked: 0, paid: 0 };
    this.#keep();
  }

  /** A round of his is paid; `own` when it was played with his own money. */
  paid({ staked, paid }: RoundResult, own: boolean): void {
    this.#result = { staked, paid };
    if (!own) return;
    const { staked: before, paid: had } = this.#counted;
    this.#counted = { ...this.#counted, staked: before + staked, paid: had + paid };
    this.#keep();
  }

  putAway(): void {
    this.#result = null;
  }

  tick(): void {
    this.#now = Date.now();
  }

  #keep(): void {
    this.tick();
    try {
      sessionStorage.setItem(STORED_UNDER, JSON.stringify(this.#counted));
    } catch {
      // A browser that keeps nothing counts from each page on.
    }
  }
}

/** An evening out of stored text; null when it is none. */
export function storedEvening(text: string | null): Counted | null {
  try {
    const { player, began, staked, paid } = JSON.parse(text ?? 'null') as Counted;
    return [player, began, staked, paid].every(Number.isSafeInteger)
      ? { player, began, staked, paid }
      : null;
  } catch {
    return null;
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(STORED_UNDER);
  } catch {
    return null;
  }
}
