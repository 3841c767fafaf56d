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

test('002-F4 000-F1 a round that was called off says so', () => {
  expect(history.state({ voided: true, open: false } as RoundRecord)).toBe(' · void');
  expect(history.state({ voided: false, open: true } as RoundRecord)).toBe(' · still open');
  expect(history.state({ voided: false, open: false } as RoundRecord)).toBe('');
});
