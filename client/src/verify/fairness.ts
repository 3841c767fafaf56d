/**
 * A shuffle recomputed in the browser, byte for byte as docs/fairness.md has it; pure, and without
 * anything of the house's but what it published. (The browser's own crypto needs a secure page,
 * which a phone on a home network has not.)
 */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';
const VERSION = 'evenmoney/1/';
const WORDS = 65_536;
const NONCE_BYTES = 16;

/** c1: pins the seed of a cycle before any bet is taken. */
export function commitCycle(cycle: number, rulesHash: string, seed: string): string {
  const message = [
    utf8ToBytes(`${VERSION}c1`),
    u64(cycle),
    hexToBytes(rulesHash),
    hexToBytes(seed),
  ];
  return bytesToHex(sha256(concatBytes(...message)));
}

/** c2: pins the shuffled and cut order with the first card. */
export function commitOrder(salt: string, order: readonly string[]): string {
  const message = [utf8ToBytes(`${VERSION}c2`), hexToBytes(salt), utf8ToBytes(order.join(''))];
  return bytesToHex(sha256(concatBytes(...message)));
}

/** The hash of a part: sent with Deal at a table for several, before any part is opened. */
export function promisePart(cycle: number, nonce: string, text: string): string {
  return hashOfPart(cycle, concatBytes(hexToBytes(nonce), utf8ToBytes(text)));
}

/** Whether every part that was opened is the one its seat had promised before. */
export function partsAsPromised(
  cycle: number,
  parts: readonly string[],
  hashes: readonly string[],
): boolean {
  if (hashes.length === 0) return true;
  if (hashes.length !== parts.length) return false;
  return parts.every(
    (part, at) => part === '' || hashOfPart(cycle, hexToBytes(part)) === hashes[at],
  );
}

function hashOfPart(cycle: number, part: Uint8Array): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`${VERSION}part`), u64(cycle), part)));
}

/** The order that seed, cycle, parts and cut give. */
export function shuffle(
  decks: number,
  seed: string,
  cycle: number,
  parts: readonly string[],
  cut = 0,
): string[] {
  const cards = pack(decks);
  const words = stream(hexToBytes(seed), context(cycle, parts));
  for (let m = cards.length; m > 1; m--) {
    const at = unbiased(words, m);
    const [last, other] = [cards[m - 1], cards[at]];
    if (last === undefined || other === undefined) throw new RangeError('a place outside the pack');
    cards[m - 1] = other;
    cards[at] = last;
  }
  return [...cards.slice(cut), ...cards.slice(0, cut)];
}

/** A player's part: his browser's random bytes in hex, and the text he typed. */
export function partOf(part: string): { nonce: string; text: string } {
  const bytes = hexToBytes(part);
  const text = new TextDecoder().decode(bytes.slice(NONCE_BYTES));
  return { nonce: bytesToHex(bytes.slice(0, NONCE_BYTES)), text };
}

function pack(decks: number): string[] {
  const deck = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  return Array.from({ length: decks }, () => deck).flat();
}

function context(cycle: number, parts: readonly string[]): Uint8Array {
  const told = parts.flatMap((part) => {
    const bytes = hexToBytes(part);
    return [Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes];
  });
  const head = [utf8ToBytes(`${VERSION}shuffle`), u64(cycle), Uint8Array.of(parts.length)];
  return sha256(concatBytes(...head, ...told));
}

/** The stream of 16-bit words, big end first. */
function* stream(seed: Uint8Array, over: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) {
    const drawn = hmac(sha256, seed, concatBytes(over, u32(block)));
    const view = new DataView(drawn.buffer, drawn.byteOffset, drawn.byteLength);
    for (let at = 0; at < drawn.length; at += 2) yield view.getUint16(at);
  }
}

/** The next place below `m`: words that would make some places likelier are thrown away. */
function unbiased(words: Generator<number, never>, m: number): number {
  for (;;) {
    const word = words.next().value;
    if (word < WORDS - (WORDS % m)) return word % m;
  }
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
