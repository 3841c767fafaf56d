import { beforeEach, describe, expect, test } from 'vitest';
import {
  asSeen,
  keepSeals,
  partInHex,
  SEALS_MAX,
  type Seal,
  sealOf,
  toldBy,
  withSeal,
} from '../../src/verify/seals';
import type { Events, ShuffleRecord } from '../../src/wire/messages';

const at = { table: 'classic-1', cycle: 3 };
const HOUR = 3_600_000;
const shown = { c1: 'aa', c2: 'bb', parts: ['0102'], hashes: [] } as unknown as ShuffleRecord;

describe('what a browser remembers of a shuffle', () => {
  test('is the seal it saw first, whatever is shown later', () => {
    let seals = withSeal([], { ...at, c1: 'aa' }, 0);
    seals = withSeal(seals, { ...at, c1: 'changed', c2: 'bb' }, HOUR);
    seals = withSeal(seals, { ...at, part: '0102' }, HOUR);
    expect(seals).toEqual([{ ...at, at: 0, c1: 'aa', c2: 'bb', part: '0102' }]);
  });

  test('is anew after a day: then it may be another house at the same address', () => {
    const old: Seal[] = [{ ...at, at: 0, c1: 'old', c2: 'old', part: null }];
    expect(withSeal(old, { ...at, c1: 'new' }, 25 * HOUR)).toEqual([
      { ...at, at: 25 * HOUR, c1: 'new', c2: null, part: null },
    ]);
  });

  test('has a bound', () => {
    let seals: readonly Seal[] = [];
    for (let cycle = 0; cycle < SEALS_MAX + 5; cycle++)
      seals = withSeal(seals, { table: 't', cycle, c1: 'x' }, cycle);
    expect(seals).toHaveLength(SEALS_MAX);
    expect(seals[0]?.cycle).toBe(5);
  });

  test('comes from the frames, a round that is over at once too', () => {
    const frame = {
      table: 'classic-1',
      events: [
        { type: 'round_started', cycle: 3, c2: 'bb' },
        { type: 'betting_opened', cycle: 4, c1: 'cc' },
      ],
    } as unknown as Events;
    expect(toldBy(frame)).toEqual([
      { ...at, c2: 'bb' },
      { table: 'classic-1', cycle: 4, c1: 'cc' },
    ]);
  });
});

describe('against the house’s record', () => {
  const seal: Seal = { ...at, at: 0, c1: 'aa', c2: 'bb', part: '0102' };

  test('all that was seen agrees', () => {
    expect(asSeen(seal, shown)).toEqual({ c1: true, c2: true, part: true });
    expect(asSeen({ ...seal, c2: null, part: null }, shown)).toEqual({
      c1: true,
      c2: null,
      part: null,
    });
  });

  test('a seal or a part that was changed afterwards is found out', () => {
    expect(asSeen(seal, { ...shown, c1: 'xx' })?.c1).toBe(false);
    expect(asSeen(seal, { ...shown, c2: 'xx' })?.c2).toBe(false);
    expect(asSeen(seal, { ...shown, parts: ['0103'] })?.part).toBe(false);
    expect(asSeen({ ...seal, part: 'hash' }, { ...shown, hashes: ['hash'] })?.part).toBe(true);
  });

  test('nothing is claimed of a shuffle that was not seen', () => {
    expect(asSeen(null, shown)).toBeNull();
  });
});

describe('in the browser’s storage', () => {
  beforeEach(() => localStorage.clear());

  test('seals are kept by table and cycle', () => {
    keepSeals({ ...at, c1: 'aa' }, { ...at, part: partInHex('0102', 'hé') });
    expect(sealOf('classic-1', 3)?.part).toBe('010268c3a9');
    expect(sealOf('classic-1', 4)).toBeNull();
  });

  test('a spoilt storage is an empty one', () => {
    localStorage.setItem('evenmoney.seals', '{');
    expect(sealOf('classic-1', 3)).toBeNull();
    keepSeals({ ...at, c1: 'aa' });
    expect(sealOf('classic-1', 3)?.c1).toBe('aa');
  });
});
