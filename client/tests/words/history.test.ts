import { expect, test } from 'vitest';
import { classic, credits } from '../../dev/games';
import type { HistoryRow, RoundRecord } from '../../src/wire/messages';
import { history } from '../../src/words/history';

const row = { staked: 2500, paid: 2500, voided: false, bonus: false } as HistoryRow;

test('a row of the history says what was staked, from what, or what came back', () => {
  expect(history.money(row, classic)).toBe('25.00 staked');
  expect(history.money({ ...row, bonus: true }, classic)).toBe('25.00 from bonus');
  expect(history.money({ ...row, voided: true }, classic)).toBe('25.00 returned');
  expect(history.money(row, credits)).toBe('250 staked');
});

test('a round tells its sums, and the balance before and after where it is known', () => {
  const record = { staked: 500, paid: 0, balance_before: 100000, balance_after: 99500 };
  const told = record as RoundRecord;
  expect(history.sums(told, classic)).toBe('Staked €\u00a05.00, returned €\u00a00.00');
  expect(history.balances(told, classic)).toBe(
    'Balance before €\u00a01,000.00, after €\u00a0995.00.',
  );
  expect(history.balances({ ...told, balance_after: null }, classic)).toBe(
    'Balance before €\u00a01,000.00.',
  );
  expect(history.balances({ ...told, balance_before: null, balance_after: null }, classic)).toBe(
    '',
  );
});

test('002-F4 a round that was called off says what it gave, whatever the house gives today', () => {
  const record = { voided: true, staked: 1000, paid: 1000 } as RoundRecord;
  expect(history.calledOff(record, classic)).toBe(
    'This round was called off: every bet of it came back.',
  );
  expect(history.calledOff({ ...record, paid: 2500 }, classic)).toBe(
    'This round was called off: what you had won in it so far, €\u00a015.00, is yours.',
  );
  expect(history.calledOff({ ...record, voided: false }, classic)).toBe('');
});

test('002-F4 000-F1 a round that was called off says so', () => {
  expect(history.state({ voided: true, open: false } as RoundRecord)).toBe(' · void');
  expect(history.state({ voided: false, open: true } as RoundRecord)).toBe(' · still open');
  expect(history.state({ voided: false, open: false } as RoundRecord)).toBe('');
});
