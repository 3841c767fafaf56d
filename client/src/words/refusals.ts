/** Why something was not done, in the player's words: presses, and places that can't be sat at. */

import type { GameInfo } from '../table/contract';
import type { Untaken } from '../wire/link';
import type { Refused } from '../wire/messages';
import { amount } from './money';
import { capital } from './text';

/** The house's codes in the player's words; a function where the game's own figures belong in it. */
const REFUSALS: Readonly<Record<string, string | ((game: GameInfo) => string) | undefined>> = {
  betting_closed: 'Bets are closed: the cards are being played.',
  stale_decision: 'That decision was over before your press arrived.',
  not_your_turn: 'It is not your turn.',
  not_offered: 'That is not offered now.',
  not_enough_money: 'Your balance does not cover that.',
  insufficient_bonus_balance: 'Insufficient bonus balance: your bonus does not cover that.',
  bets_lie: 'Take your bets off the table first.',
  bonus_active: 'A bonus is active already. Put it away first.',
  bonus_expired: 'The time of this bonus is over.',
  bonus_not_taken: 'This game does not take that bonus.',
  no_such_bonus: 'That bonus is at its end.',
  above_limit: (game) => `A box takes at most ${amount(game.limits.stake_max, game)}.`,
  below_minimum: (game) => `One bet must be at least ${amount(game.limits.stake_min, game)}.`,
  off_step: (game) => `Bets go in steps of ${amount(game.limits.stake_step, game)}.`,
  too_many_boxes: ({ rules: { boxes } }) =>
    `You may bet on ${boxes === 1 ? 'one box' : `${boxes} boxes`} here.`,
  box_taken: 'Another player has bet on that box.',
  not_enough_on_box: 'Less than that lies on the box.',
  no_bets: 'You have no bet to take off.',
  too_many_tables: 'You sit at as many tables as one player may. Leave one of them first.',
  nothing_to_redo: 'You have not played a round at this table yet.',
  table_stopped: 'This table has stopped for a check. Your money is safe; nothing is lost.',
  game_closed: 'This game is closed: it takes no more bets. Your money is safe.',
  not_kept: 'The house can not write this down now, so nothing was changed. Please press again.',
  busy: 'The table is busy. Please press again.',
  wallet_away: 'Your wallet can not be reached now, so nothing was changed. Please press again.',
  wallet_refused: 'Your wallet gave no money for that. Please ask who keeps it.',
};

/** Why something was not taken, in the player's words; the house's own for a code unknown here. */
export function refusalSentence(
  { code, reason }: Pick<Refused, 'code' | 'reason'>,
  game: GameInfo,
): string {
  const known = REFUSALS[code];
  if (known !== undefined) return typeof known === 'string' ? known : known(game);
  return reason ? `${capital(reason)}.` : 'That was not taken.';
}

/** Why a press never became a command. */
export function untakenSentence(why: Untaken): string {
  switch (why) {
    case 'not_connected':
      return 'Not taken: the line to the house is down.';
    case 'connection_lost':
      return 'Not taken: the line broke before it was sent.';
    case 'after_refusal':
      return 'Not taken, because the press before it was refused.';
    case 'too_many':
      return 'Not taken: too many presses are waiting.';
    case 'unknown':
      return 'The line broke on your last press. The table shows what stands now.';
  }
}

/** A page that says one thing. */
export interface PageNotice {
  readonly title: string;
  readonly text: string;
}

/** The house closes no table but one that it can't go on with: who sits there hears so at once. */
const CHECKED: PageNotice = {
  title: 'This table has stopped',
  text: 'The house checks what happened here. Your money is safe; nothing is lost.',
};

const ENDED: Readonly<Record<string, PageNotice | undefined>> = {
  no_such_table: {
    title: 'There is no such table',
    text: 'The lobby shows every table of the house.',
  },
  table_taken: { title: 'No seat here', text: 'All seats of this table are taken.' },
  too_many_tables: {
    title: 'No more seats for you',
    text: 'You sit at as many tables as one player may. Leave one of them first.',
  },
  left: { title: 'You left this table', text: 'Your seat is free again.' },
  table_closed: CHECKED,
  table_stopped: CHECKED,
};

/** Why a table can't be sat at, or no longer. */
export const endedNotice = (code: string): PageNotice =>
  ENDED[code] ?? {
    title: 'No seat here',
    text: 'The house did not seat you. Please try again, or choose another table.',
  };
