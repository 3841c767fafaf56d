/** Paper notices on the table: each lies six seconds, or until it is put away. */

import type { Slip } from '../table/contract';
import type { Notice } from './notices';

const READ_MS = 6_000;
/** News of the company is one short line, and only the last one lies there. */
const PASSING_MS = 3_500;
/** More than that would cover the cloth: the oldest goes. */
const SLIPS_MAX = 4;

export class Slips {
  all = $state.raw<readonly Slip[]>([]);
  #next = 1;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  add(notice: Notice): void {
    const slip = { ...notice, id: this.#next++ };
    if (slip.about) this.withdraw(slip.about);
    if (slip.passing) this.#putAwayPassing();
    for (const { id } of this.all.slice(0, -(SLIPS_MAX - 1))) this.remove(id);
    this.all = [...this.all, slip];
    if (!slip.stays)
      this.#timers.set(
        slip.id,
        setTimeout(() => this.remove(slip.id), slip.passing ? PASSING_MS : READ_MS),
      );
  }

  /** What is told about it is true no more. */
  withdraw(about: string): void {
    for (const slip of this.all) if (slip.about === about) this.remove(slip.id);
  }

  /** Cards are dealt: what was told for the sake of betting, or in passing, is of no use now. */
  dealt(): void {
    for (const { id, betting, passing } of this.all) if (betting || passing) this.remove(id);
  }

  #putAwayPassing(): void {
    for (const { id, passing } of this.all) if (passing) this.remove(id);
  }

  remove(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.all = this.all.filter((slip) => slip.id !== id);
  }

  clear(): void {
    for (const { id } of this.all) this.remove(id);
  }
}
