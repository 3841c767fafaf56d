import { afterEach, describe, expect, test, vi } from 'vitest';
import { freeAmount } from '../../dev/games';
import { whyNotPlaced } from '../../src/session/bets';
import { Bonuses, endNotice } from '../../src/session/bonuses.svelte';
import { noticeOf } from '../../src/session/news';
import type { Notice } from '../../src/session/notices';
import type { BonusView, PrivateView, TableView } from '../../src/wire/messages';
import { isGoodHere } from '../../src/words/bonus';
import { refusalSentence } from '../../src/words/refusals';

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

afterEach(() => vi.unstubAllGlobals());

/** What is told, and what of it was taken back. */
function listening() {
  const told: Notice[] = [];
  const withdrawn: string[] = [];
  const teller = {
    tell: (notice: Notice) => void told.push(notice),
    withdraw: (about: string) => void withdrawn.push(about),
  };
  return { told, withdrawn, bonuses: new Bonuses(freeAmount, teller) };
}

/** The house answers with these bonuses. */
const answers = (...bonuses: BonusView[]) =>
  vi.stubGlobal('fetch', async () => Response.json({ bonuses }));

describe('a bonus that is granted while its player sits there', () => {
  const granted = { ...bonus, balance: 2000, active: false } as BonusView;

  test('002-W1 is told once, and stands in the panel at once', () => {
    const { told, bonuses } = listening();
    bonuses.granted(granted);
    bonuses.granted(granted);
    expect(told.map(({ title, opens }) => [title, opens])).toEqual([
      ['A bonus of 20.00 waits for you', 'bonus'],
    ]);
    expect(bonuses.all).toEqual([granted]);
    bonuses.granted({ ...granted, bonus: 2, balance: 500 });
    expect(told.at(-1)?.title).toBe('A bonus of 5.00 waits for you');
    expect(bonuses.all.map(({ bonus }) => bonus)).toEqual([2, 1]);
  });

  test('is not told where it is not good, nor when it is at its end already', () => {
    const { told, bonuses } = listening();
    bonuses.granted({ ...granted, games: ['classic'] });
    bonuses.granted({ ...granted, state: 'used_up' });
    expect(told).toEqual([]);
  });

  test('waits no more once it is played with: its notice is taken away', () => {
    answers({ ...granted, active: true });
    const { told, withdrawn, bonuses } = listening();
    bonuses.granted(granted);
    const own = { ...rich, bonus: null } as unknown as PrivateView;
    bonuses.stood(own, { ...own, bonus: { ...granted, active: true } });
    expect(withdrawn).toEqual([told[0]?.about]);
  });

  test('waits no more once its time is over', async () => {
    const { told, withdrawn, bonuses } = listening();
    bonuses.granted({ ...granted, expires_at: 5_000 });
    answers({ ...granted, state: 'expired' });
    bonuses.minute(4_999);
    await new Promise((later) => setTimeout(later));
    expect(withdrawn).toEqual([]);
    bonuses.minute(5_000);
    await vi.waitFor(() => expect(withdrawn).toEqual([told[0]?.about]));
    expect(bonuses.all[0]?.state).toBe('expired');
  });
});

test.each([
  ['bets', /^Every bet of it has come back/],
  ['better', /^What had been won in it so far stands, or the bets have come back/],
] as const)(
  '002-F4 a round that is called off says why, and what a house that pays %s gives',
  (void_pays, gave) => {
    const event = { type: 'round_voided', round: '3-7', reason: 'a misprinted deck.' } as const;
    const notice = noticeOf(event, 1, { ...freeAmount, void_pays }, view);
    expect(notice?.title).toBe('Round 3-7 is void');
    expect(notice?.text).toMatch(gave);
    expect(notice?.text).toMatch(/The house’s reason: a misprinted deck\.$/);
  },
);
