/**
 * How a player's evening goes: how long he plays, what he staked and what came back. It goes on from
 * table to table and over a reload, as long as the tab is open. The sums are the house's own history
 * since then; a round that is seen being paid counts at once.
 */

import type { RoundResult } from '../table/contract';
import type { HistoryPage, HistoryRow } from '../wire/messages';

const STORED_UNDER = 'evenmoney.evening';
const MINUTE_MS = 60_000;
/** An evening of more pages than that is not added up again. */
const PAGES_MAX = 10;

/** Since when the player plays here, by his clock; and his newest round before, by the house's. */
interface Begun {
  readonly player: number;
  readonly began: number;
  readonly since: number;
}

type AskHistory = (before: number | null, limit: number) => Promise<HistoryPage>;

export class Evening {
  #begun = $state.raw<Begun>({ player: 0, began: Date.now(), since: 0 });
  #sums = $state.raw<RoundResult>({ staked: 0, paid: 0 });
  #now = $state(Date.now());
  /** The last round in sums, until the next bet. */
  #result = $state.raw<RoundResult | null>(null);
  #seen = 0;
  readonly #history: AskHistory;

  constructor(history: AskHistory) {
    this.#history = history;
  }

  get net(): number {
    return this.#sums.paid - this.#sums.staked;
  }

  get staked(): number {
    return this.#sums.staked;
  }

  get minutes(): number {
    return Math.max(0, Math.floor((this.#now - this.#begun.began) / MINUTE_MS));
  }

  get result(): RoundResult | null {
    return this.#result;
  }

  /** The player sits down, or his line is back: what was missed is added up. */
  async begin(player: number): Promise<void> {
    try {
      await this.#go(player);
      await this.count();
    } catch {
      // The house does not answer: what is seen is counted all the same.
    }
  }

  async #go(player: number): Promise<void> {
    if (this.#begun.player === player) return;
    const before = storedEvening(read());
    if (before?.player === player) {
      this.#begun = before;
      return;
    }
    this.#begun = { player, began: Date.now(), since: Number.MAX_SAFE_INTEGER };
    this.#sums = { staked: 0, paid: 0 };
    const newest = (await this.#history(null, 1)).rounds[0];
    this.#begun = { ...this.#begun, since: newest?.closed_ms ?? 0 };
    this.#keep();
  }

  /** The sums anew, out of the house's history; again when a round is paid meanwhile. */
  async count(): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      const seen = this.#seen;
      const rows = await this.#rows();
      if (seen !== this.#seen) continue;
      this.#sums = sumsOf(rows);
      this.tick();
      return;
    }
  }

  async #rows(): Promise<HistoryRow[]> {
    const rows: HistoryRow[] = [];
    let before: number | null = null;
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const page: HistoryPage = await this.#history(before, 100);
      rows.push(...page.rounds.filter(({ closed_ms }) => closed_ms > this.#begun.since));
      before = page.before;
      if (before === null || before <= this.#begun.since) break;
    }
    return rows;
  }

  /** A round of his is paid; `own` when it was played with his own money. */
  paid({ staked, paid }: RoundResult, own: boolean): void {
    this.#result = { staked, paid };
    this.#seen++;
    if (own) this.#sums = { staked: this.#sums.staked + staked, paid: this.#sums.paid + paid };
    this.tick();
  }

  putAway(): void {
    this.#result = null;
  }

  tick(): void {
    this.#now = Date.now();
  }

  #keep(): void {
    try {
      sessionStorage.setItem(STORED_UNDER, JSON.stringify(this.#begun));
    } catch {
      // A browser that keeps nothing counts from each page on.
    }
  }
}

/** What rounds come to with the own money; one that was voided is as if it had not been. */
export function sumsOf(rows: readonly HistoryRow[]): RoundResult {
  const counted = rows.filter(({ voided, bonus }) => !voided && !bonus);
  return {
    staked: counted.reduce((sum, { staked }) => sum + staked, 0),
    paid: counted.reduce((sum, { paid }) => sum + paid, 0),
  };
}

/** An evening out of stored text; null when it is none. */
export function storedEvening(text: string | null): Begun | null {
  try {
    const { player, began, since } = JSON.parse(text ?? 'null') as Begun;
    return [player, began, since].every(Number.isSafeInteger) ? { player, began, since } : null;
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
