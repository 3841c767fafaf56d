import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { check, dealtCards } from '../../src/verify/checks';
import {
  commitCycle,
  commitOrder,
  partOf,
  partsAsPromised,
  promisePart,
  shuffle,
} from '../../src/verify/fairness';
import type { RoundRecord, ShuffleRecord } from '../../src/wire/messages';

const hex = (from: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => (from + at).toString(16).padStart(2, '0')).join('');
const SEED = hex(0, 32);
const SALT = hex(100, 16);
const RULES = 'ab'.repeat(32);
const PARTS = [`${hex(0, 16)}${bytesToHex(utf8ToBytes('lucky'))}`, ''];
const ONE_DECK =
  '5c Th 6d 7s 8s Ad Kc 9h 2s 8d 6s 8c 8h 4h 6c Ts Jd 2d Kh 4d As Js 9c 5h 7c Qc Ks Jc Td 4s 7d 9s 4c 2h 5s Kd Ac Jh Qd 6h 3c 5d Qh 7h Ah Qs 3d Tc 9d 3s 2c 3h';

describe('the test vectors of docs/fairness.md', () => {
  test('c1', () => {
    expect(commitCycle(7, RULES, SEED)).toBe(
      'c5443235e1f68f342a073b60b9e0fcbc32563d01081f6bee4e513248696c7110',
    );
  });
  test('one deck', () => {
    expect(shuffle(1, SEED, 7, PARTS).join(' ')).toBe(ONE_DECK);
  });
  test('the same, cut by 10, c2', () => {
    expect(commitOrder(SALT, shuffle(1, SEED, 7, PARTS, 10))).toBe(
      'b285e8e77988beb9f2bbbe8e5b50d8a6ad024ca6928104221a7440eb23758095',
    );
  });
  test('six decks', () => {
    const order = shuffle(6, SEED, 7, PARTS);
    expect(order.slice(0, 12).join(' ')).toBe('As 8c 5c 2h Ts 5s 6s 5d 3h 3c 2d 6c');
    expect(bytesToHex(sha256(utf8ToBytes(order.join(''))))).toBe(
      'c4de80eef2fe40acb03ce051f2ec5178d49ee221c2cd5deb5a88ea34dc97161e',
    );
  });
});

test('a part has the hash of the page, and one that was not opened breaks no promise', () => {
  const hash = promisePart(7, hex(0, 16), 'lucky');
  expect(hash).toBe('70e2d33d040f5d703a4abbc95c0094e2e7e43d197bf5b1584bf42dbd224cde3f');
  expect(partsAsPromised(7, PARTS, [hash, hash])).toBe(true);
  expect(partsAsPromised(7, PARTS, [hash.replace(/^./, 'x'), ''])).toBe(false);
  expect(partsAsPromised(7, PARTS, [hash])).toBe(false);
  expect(partsAsPromised(7, PARTS, [])).toBe(true);
});

test('a part is 16 random bytes and a text', () => {
  expect(partOf(PARTS[0] ?? '')).toEqual({ nonce: hex(0, 16), text: 'lucky' });
});

describe('a round', () => {
  const order = shuffle(1, SEED, 7, PARTS, 10);
  const shown: ShuffleRecord = {
    hashes: [],
    cycle: 7,
    rules_hash: RULES,
    c1: commitCycle(7, RULES, SEED),
    c2: commitOrder(SALT, order),
    first_card: 5,
    revealed: true,
    seed: SEED,
    salt: SALT,
    parts: PARTS,
    cut: 10,
    order,
  };
  const at = (place: number) => order[5 + place] ?? '';
  const record = {
    steps: [
      {
        events: [
          { type: 'card_dealt', box: 1, hand: 0, card: at(0) },
          { type: 'dealer_card_dealt', card: null },
          { type: 'card_dealt', box: 1, hand: 0, card: at(2) },
          { type: 'dealer_card_dealt', card: at(3) },
        ],
      },
      { events: [{ type: 'hole_card_revealed', card: at(1) }] },
    ],
  } as unknown as RoundRecord;

  test('whose every card is in its place is proven', () => {
    expect(check(record, shown, 1)).toMatchObject({ c1: true, c2: true, order: true, all: true });
    expect(dealtCards(record.steps.flatMap(({ events }) => events)).map(({ to }) => to)).toEqual([
      'box 1',
      'hole',
      'box 1',
      'dealer',
    ]);
  });

  test.each([
    ['another seed', { seed: hex(1, 32) }, ['c1', 'order', 'c2', 'dealt']],
    ['another part', { parts: [''] }, ['order', 'c2', 'dealt']],
    ['another salt', { salt: hex(1, 16) }, ['c2']],
    ['another order', { order: [...order].reverse() }, ['order']],
    ['another place in the shoe', { first_card: 6 }, ['dealt']],
    ['another cut', { cut: 11 }, ['order', 'c2', 'dealt']],
    ['other rules', { rules_hash: 'ac'.repeat(32) }, ['c1']],
  ])('with %s is not', (_, change, broken) => {
    const found = check(record, { ...shown, ...change }, 1);
    expect(found.all).toBe(false);
    const failed = (['c1', 'order', 'c2', 'dealt'] as const).filter((name) => !found[name]);
    expect(failed).toEqual(broken);
  });
});
