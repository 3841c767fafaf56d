import { describe, expect, test } from 'vitest';
import { companyNotice, lostRace, playedNotice } from '../../src/session/company';
import { betNotice } from '../../src/session/notices';
import type { GameInfo } from '../../src/table/contract';
import type { BoxView, SeatView, TableView } from '../../src/wire/messages';

const seat = (number: number, player: number | null, name = ''): SeatView => ({
  seat: number,
  box: number,
  player,
  name,
  present: true,
  answer: null,
});
const box = (number: number, owner: number | null, bet = 0): BoxView => ({
  box: number,
  owner,
  bet,
  insurance: 0,
  insurance_paid: null,
  hands: [],
});
const view = {
  kind: 'multi',
  seats: [seat(1, 7, 'Ann'), seat(2, 8, 'Ben'), seat(3, null)],
  boxes: [box(1, 7, 500), box(2, 7, 1000), box(3, 8, 200)],
} as unknown as TableView;
const game = {
  labels: {},
  currency: { code: 'EUR', symbol: '€', digits: 2 },
} as unknown as GameInfo;

describe('the others at a table', () => {
  test('are named when they come, go, lose their line and are back', () => {
    const titles = [
      companyNotice({ type: 'seat_taken', seat: 3, player: 9, name: 'Cleo' }, 7, view),
      companyNotice({ type: 'seat_freed', seat: 2, player: 8, reason: 'left' }, 7, view),
      companyNotice({ type: 'presence_changed', seat: 2, present: false }, 7, view),
      companyNotice({ type: 'presence_changed', seat: 2, present: true }, 7, view),
    ].map((notice) => notice?.title);
    expect(titles).toEqual(['Cleo sits down', 'Ben has left', 'Ben is away', 'Ben is back']);
  });

  test('nobody is told of his own coming and going', () => {
    const own = { type: 'presence_changed', seat: 1, present: true } as const;
    expect(companyNotice(own, 7, view)).toBeNull();
  });
});

test('000-T9: who ran out of time is told what the strategy card played for him', () => {
  const event = { type: 'played_by_card', box: 1, hand: 0, action: 'hit', why: 'time' } as const;
  const told = playedNotice(event, 7, game, view);
  expect([told?.title, told?.text]).toEqual([
    'Time was up',
    'The strategy card played Hit for you.',
  ]);
  // A hand that is played to its end gives one notice, the newest, and not one for each card.
  expect(playedNotice({ ...event, action: 'stand' }, 7, game, view)?.about).toBe(told?.about);
  expect(playedNotice(event, 8, game, view)).toBeNull();
});

test('000-B14: who came second is told whose the box is, and that nothing was taken', () => {
  const order = { type: 'place_bet', box: 3, amount: 500 } as const;
  const notice = lostRace({ code: 'box_taken' }, order, view);
  expect(notice?.text).toBe('Ben was faster on box 3. Nothing was taken from you.');
  expect(lostRace({ code: 'off_step' }, order, view)).toBeNull();
});

test('000-B10: a displaced player is told who took the box, what came back and what stands', () => {
  const event = {
    type: 'bet_changed',
    box: 2,
    owner: 8,
    bet: 700,
    reason: 'displaced',
    was_owner: 7,
  } as const;
  const notice = betNotice(event, 7, game, view);
  expect(notice?.title).toBe('Your 10.00 came back');
  expect(notice?.amount).toBe(1000);
  expect(notice?.betting).toBe(true);
  expect(notice?.text).toBe(
    'Ben sits at box 2 and has first right to it. Your bet on box 1 stands: press Deal again.',
  );
});

test('002-T1: after an hour the player is told that his open hands stand, not that a card played', () => {
  const event = { type: 'played_by_card', box: 1, hand: 0, action: 'stand', why: 'hour' } as const;
  const notice = playedNotice(event, 7, game, view);
  expect(notice?.text).toMatch(/every open hand stands/);
  expect(notice?.text).not.toMatch(/card/);
});
