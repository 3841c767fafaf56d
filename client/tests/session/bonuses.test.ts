import { describe, expect, test } from 'vitest';
import { freeAmount } from '../../dev/games';
import { whyNotPlaced } from '../../src/session/bets';
import { endNotice } from '../../src/session/bonuses.svelte';
import { refusalSentence } from '../../src/session/sentences';
import type { BonusView, PrivateView, TableView } from '../../src/wire/messages';
import { isGoodHere } from '../../src/words/bonus';

const bonus = { bonus: 1, kind: 'free_amount', games: [], state: 'open' } as unknown as BonusView;
const view = { phase: 'betting', boxes: [], seats: [] } as unknown as TableView;
const rich = { player: 1, purse: { balance: 100000, staked: 0, bonus: 400, debt: 0 } };

describe('a bonus in play', () => {
  test('002-W4 a bet above it is refused as insufficient bonus balance, whatever cash there is', () => {
    const at = { view, you: rich as PrivateView, game: freeAmount, bets: {} };
    expect(whyNotPlaced(at, 1, 400)).toBeNull();
    const code = whyNotPlaced(at, 1, 500);
    expect(code).toBe('insufficient_bonus_balance');
    expect(refusalSentence({ code: code ?? '', reason: '' }, freeAmount)).toMatch(
      /^Insufficient bonus balance/,
    );
  });

  test('is good at the games it was granted for, while it is open', () => {
    expect(isGoodHere(bonus, freeAmount)).toBe(true);
    expect(isGoodHere({ ...bonus, games: ['classic'] }, freeAmount)).toBe(false);
    expect(isGoodHere({ ...bonus, state: 'expired' }, freeAmount)).toBe(false);
    expect(isGoodHere(bonus, { ...freeAmount, bonus_kinds: [] })).toBe(false);
  });

  test('its end is told with what it leaves, and putting it away is not told', () => {
    expect(endNotice(bonus, 0, freeAmount)).toBeNull();
    expect(endNotice({ ...bonus, state: 'used_up' }, 1250, freeAmount)?.text).toMatch(
      /^12\.50 that you won/,
    );
    expect(endNotice({ ...bonus, state: 'used_up' }, 0, freeAmount)?.text).not.toMatch(/won/);
    expect(endNotice({ ...bonus, state: 'expired' }, 0, freeAmount)?.text).toMatch(/forfeited/);
  });
});
