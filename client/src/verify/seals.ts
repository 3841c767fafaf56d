/**
 * What this browser saw of each shuffle while it was played: the seal before the bets, its own part,
 * the seal of the order. Kept here, out of the house's reach, so that a round can be verified
 * against more than the house's own record of it.
 */

import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Events, ShuffleRecord, TableView } from '../wire/messages';

/** How many shuffles are remembered; the oldest goes. */
export const SEALS_MAX = 300;
/** A table's cycle that was seen so long ago may have been another house's at this address. */
const OLD_MS = 24 * 3600 * 1000;
const STORED_UNDER = 'evenmoney.seals';

/** One shuffle as it was seen; what was not seen is null. */
export interface Seal {
  readonly table: string;
  readonly cycle: number;
  readonly at: number;
  readonly c1: string;
  readonly c2: string | null;
  /** The own part in hex, or at a table for several the hash that went with Deal. */
  readonly part: string | null;
}

type Seals = readonly Seal[];
/** Something of a shuffle that was seen just now. */
type Seen = Pick<Seal, 'table' | 'cycle'> & Partial<Seal>;

/** The seals after something was seen: what was seen first stands. */
export function withSeal(seals: Seals, seen: Seen, now: number): Seals {
  const { table, cycle } = seen;
  const isIt = (one: Seal) => one.table === table && one.cycle === cycle;
  const known = seals.find((one) => isIt(one) && now - one.at < OLD_MS);
  if (!known && !seen.c1) return seals;
  const seal: Seal = {
    table,
    cycle,
    at: known?.at ?? now,
    c1: known?.c1 ?? seen.c1 ?? '',
    c2: known?.c2 ?? seen.c2 ?? null,
    part: known?.part ?? seen.part ?? null,
  };
  return [...seals.filter((one) => !isIt(one)), seal].slice(-SEALS_MAX);
}

/** What a table shows of its cycle now. */
export const shownBy = ({ table, cycle, c1, c2 }: TableView) => ({ table, cycle, c1, c2 });

/** What a frame tells of seals: those before bets, and those of the order. */
export function toldBy({ table, events }: Events): Seen[] {
  return events.flatMap((event): Seen[] => {
    if (event.type === 'betting_opened') return [{ table, cycle: event.cycle, c1: event.c1 }];
    if (event.type === 'round_started') return [{ table, cycle: event.cycle, c2: event.c2 }];
    return [];
  });
}

/** A part as the house records it: the random bytes, and the typed text behind them. */
export const partInHex = (nonce: string, text: string): string =>
  nonce + bytesToHex(utf8ToBytes(text));

/** Whether the house's record is what this browser saw; null where it saw nothing of it. */
export function asSeen(
  seal: Seal | null,
  shuffle: ShuffleRecord,
): { c1: boolean; c2: boolean | null; part: boolean | null } | null {
  if (seal === null) return null;
  const parts = [...shuffle.parts, ...shuffle.hashes];
  return {
    c1: seal.c1 === shuffle.c1,
    c2: seal.c2 === null ? null : seal.c2 === shuffle.c2,
    part: seal.part === null ? null : parts.includes(seal.part),
  };
}

/** Keep what was seen. */
export function keepSeals(...seen: readonly Seen[]): void {
  if (seen.length === 0) return;
  const seals = seen.reduce<Seals>((kept, one) => withSeal(kept, one, Date.now()), stored());
  try {
    localStorage.setItem(STORED_UNDER, JSON.stringify(seals));
  } catch {
    // A browser that keeps nothing verifies by the house's record alone.
  }
}

/** What was seen of a table's cycle. */
export function sealOf(table: string, cycle: number): Seal | null {
  return stored().find((one) => one.table === table && one.cycle === cycle) ?? null;
}

function stored(): Seals {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED_UNDER) ?? '[]');
    return Array.isArray(kept) ? (kept as Seals) : [];
  } catch {
    return [];
  }
}
