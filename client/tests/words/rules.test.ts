import { describe, expect, test } from 'vitest';
import { classic, freeAmount, multi } from '../../dev/games';
import type { GameInfo } from '../../src/table/contract';
import { deviceName } from '../../src/words/account';
import { highestWin, rulesInWords } from '../../src/words/rules';

const said = (game: GameInfo, title: string) =>
  rulesInWords(game).find(([name]) => name === title)?.[1] ?? '';
const timers = { ...classic.timers };

describe('the rules in words', () => {
  test('002-T1 the hour and what it does stand in the rules, and no round is said to wait for ever', () => {
    const game = { ...freeAmount, timers: { ...timers, round_seconds: 3600 } };
    expect(said(game, 'Time')).toMatch(/^One hour after the first card every open hand stands/);
    expect(said(game, 'If the line breaks')).toMatch(/within the one hour/);
    expect(said(game, 'If the line breaks')).not.toMatch(/waits exactly/);
  });

  test('000-F2 an untimed table waits exactly as it stood', () => {
    expect(said(classic, 'Time')).toMatch(/^Nothing is timed/);
    expect(said(classic, 'If the line breaks')).toMatch(/waits exactly as it stood/);
  });

  test('000-T2 000-T5 000-T6 000-T8 a shared table’s clocks are told from its own timers', () => {
    const game = {
      ...multi,
      timers: { ...multi.timers, betting_seconds: 30, insurance_seconds: 15, action_seconds: 15 },
    };
    const time = said(game, 'Time');
    expect(time).toMatch(/Betting closes 30 seconds after the first bet/);
    expect(time).toMatch(/bets without Deal come back to you/);
    expect(time).toMatch(/After fifteen seconds an offer of insurance is declined/);
    expect(said({ ...game, unconfirmed_bets: 'played' }, 'Time')).toMatch(/are played/);
  });

  test('000-F1 001-F1 002-F3 every game says what happens to a round that can’t be completed', () => {
    for (const game of [classic, multi, freeAmount])
      expect(said(game, 'If something fails')).toMatch(/void: every bet of it comes back/);
  });

  test('002-F4 a house that gives the better of wins and bets says so', () => {
    const better = said({ ...freeAmount, void_pays: 'better' }, 'If something fails');
    expect(better).toMatch(/what you had won in it so far or get your bets back/);
    expect(better).not.toMatch(/every payout of it is taken back/);
  });

  test('002-L3 a cap on wins says whether it can matter', () => {
    expect(highestWin(freeAmount)).toBe(40000);
    expect(said(freeAmount, 'Also')).toMatch(/that can’t matter/);
    const tight = { ...freeAmount, rules: { ...freeAmount.rules, max_win: 30000 } };
    expect(said(tight, 'Also')).toMatch(/that can matter/);
  });
});

test('a device is named by browser and system, else by its own words', () => {
  const agent =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
  expect(deviceName(agent)).toBe('Chrome on Android');
  expect(deviceName('curl/8.5.0')).toBe('curl/8.5.0');
  expect(deviceName('')).toBe('An unknown device');
});
