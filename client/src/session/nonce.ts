/**
 * The browser's part of a shuffle. At a table for several only its hash goes with Deal; the part
 * itself waits here until the table asks for it, over a reload of the page too.
 */

import { promisePart } from '../verify/fairness';

const NONCE_BYTES = 16;
const KEPT = 'evenmoney.part';

/** A part of the shuffle that was promised and is not opened yet. */
export interface Part {
  readonly table: string;
  readonly nonce: string;
  readonly text: string;
}

/** 16 random bytes in hex, made at this moment: after the house's commitment was seen. */
export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The part that waits, for a browser that keeps nothing over a reload. */
let waiting: Part | null = null;

/** A fresh part, kept for later; what is given back is its hash. */
export function promise(table: string, cycle: number, text: string): string {
  const part: Part = { table, nonce: freshNonce(), text };
  keep(part);
  return promisePart(cycle, part.nonce, text);
}

/** The part promised at this table, given out once; null when another tab made it. */
export function promised(table: string): Part | null {
  const part = waiting ?? kept();
  if (part?.table !== table) return null;
  keep(null);
  return part;
}

function keep(part: Part | null): void {
  waiting = part;
  try {
    if (part) sessionStorage.setItem(KEPT, JSON.stringify(part));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Without storage a reload before the deal leaves the part unopened: it counts as empty.
  }
}

function kept(): Part | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Part | null;
  } catch {
    return null;
  }
}
