import { beforeEach, describe, expect, test } from 'vitest';
import { classic } from '../../dev/games';
import { Evening, storedEvening, sumsOf } from '../../src/session/evening.svelte';
import type { HistoryRow } from '../../src/wire/messages';
import { sessionInWords } from '../../src/words/ui';

const round = (closed_ms: number, staked: number, paid: number, voided = false): HistoryRow =>
  ({ round: `${closed_ms}`, closed_ms, staked, paid, net: paid - staked, voided }) as HistoryRow;

/** A house that has these rounds, the newest first, in pages of the asked size. */
function houseOf(rows: HistoryRow[]) {
  return async (before: number | null, limit: number) => {
    const older = rows
      .filter(({ closed_ms }) => before === null || closed_ms < before)
      .sort((one, other) => other.closed_ms - one.closed_ms);
    const rounds = older.slice(0, limit);
    const more = older.length > limit ? (rounds.at(-1)?.closed_ms ?? null) : null;
    return { rounds, before: more };
  };
}

describe('an evening', () => {
  beforeEach(() => sessionStorage.clear());

  test('counts what was staked and what came of it since the player came, with his own money', async () => {
    const evening = new Evening(houseOf([round(1, 7000, 0)]));
    await evening.begin(7);
    evening.paid({ staked: 1000, paid: 2500 }, true);
    evening.paid({ staked: 500, paid: 0 }, true);
    evening.paid({ staked: 9000, paid: 0 }, false);
    expect([evening.net, evening.staked]).toEqual([1000, 1500]);
    expect(evening.result).toEqual({ staked: 9000, paid: 0 });
  });

  test('goes on over a reload, with what the house settled while nobody looked', async () => {
    const rows = [round(1, 7000, 0)];
    await new Evening(houseOf(rows)).begin(7);
    for (let at = 2; at <= 251; at++) rows.push(round(at, 100, 300));
    rows.push(round(252, 5000, 5000, true));
    const later = new Evening(houseOf(rows));
    await later.begin(7);
    expect([later.net, later.staked]).toEqual([50_000, 25_000]);
    const other = new Evening(houseOf([]));
    await other.begin(8);
    expect([other.net, other.staked]).toEqual([0, 0]);
  });

  test('counts a round once that is paid while the history is asked', async () => {
    const rows: HistoryRow[] = [];
    const house = houseOf(rows);
    let paid = () => {};
    const evening = new Evening(async (before, limit) => {
      const page = await house(before, limit);
      paid();
      return page;
    });
    await evening.begin(7);
    paid = () => {
      rows.push(round(5, 1000, 0));
      evening.paid({ staked: 1000, paid: 0 }, true);
      paid = () => {};
    };
    await evening.count();
    expect([evening.net, evening.staked]).toEqual([-1000, 1000]);
  });

  test('counts what is seen when the house does not answer', async () => {
    const evening = new Evening(() => Promise.reject(new Error('away')));
    await evening.begin(7);
    evening.paid({ staked: 1000, paid: 0 }, true);
    expect(evening.net).toBe(-1000);
  });

  test('a void round is as if it had not been, and one with a bonus is not his money', () => {
    const rows = [round(1, 100, 0), round(2, 900, 900, true), { ...round(3, 50, 0), bonus: true }];
    expect(sumsOf(rows)).toEqual({ staked: 100, paid: 0 });
  });

  test('text that is none begins anew', () => {
    for (const text of [null, '{"player":1}', 'nonsense']) expect(storedEvening(text)).toBeNull();
  });

  test('is said with its time, what was staked, and won or lost in words', () => {
    expect(sessionInWords({ net: -1250, staked: 5000, minutes: 12 }, classic)).toBe(
      'Session in 12 min: staked 50.00, lost 12.50',
    );
    expect(sessionInWords({ net: 300, staked: 5000, minutes: 0 }, classic)).toMatch(/won 3\.00$/);
  });
});
