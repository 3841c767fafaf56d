import { beforeEach, describe, expect, test } from 'vitest';
import { classic } from '../../dev/games';
import { Evening, storedEvening } from '../../src/session/evening.svelte';
import { sessionInWords } from '../../src/words/ui';

describe('an evening', () => {
  beforeEach(() => sessionStorage.clear());

  test('counts what was staked and what came of it, with the own money alone', () => {
    const evening = new Evening();
    evening.begin(7);
    evening.paid({ staked: 1000, paid: 2500 }, true);
    evening.paid({ staked: 500, paid: 0 }, true);
    evening.paid({ staked: 9000, paid: 0 }, false);
    expect([evening.net, evening.staked]).toEqual([1000, 1500]);
    expect(evening.result).toEqual({ staked: 9000, paid: 0 });
  });

  test('goes on over a reload and at another table, for the same player', () => {
    const first = new Evening();
    first.begin(7);
    first.paid({ staked: 1000, paid: 0 }, true);
    const later = new Evening();
    later.begin(7);
    expect([later.net, later.staked]).toEqual([-1000, 1000]);
    const other = new Evening();
    other.begin(8);
    expect([other.net, other.staked]).toEqual([0, 0]);
  });

  test('text that is none begins anew', () => {
    expect(storedEvening(null)).toBeNull();
    expect(storedEvening('{"player":1}')).toBeNull();
    expect(storedEvening('nonsense')).toBeNull();
  });

  test('is said with its time, what was staked, and won or lost in words', () => {
    expect(sessionInWords({ net: -1250, staked: 5000, minutes: 12 }, classic)).toBe(
      'Session in 12 min: staked 50.00, lost 12.50',
    );
    expect(sessionInWords({ net: 300, staked: 5000, minutes: 0 }, classic)).toMatch(/won 3\.00$/);
  });
});
