/** Why something was not done, in the player's words: presses, and places that can't be sat at. */

import type { GameInfo } from '../table/contract';
import type { Untaken } from '../wire/link';
import type { Refused } from '../wire/messages';
import { amount } from './money';
import { capital } from './text';

/** Why something was not taken, in the player's words; the house's own for a code unknown here. */
export function refusalSentence(refusal: Pick<Refused, 'code' | 'reason'>, game: GameInfo): string {
  const { limits, rules } = game;
  switch (refusal.code) {
    case 'betting_closed':
      return 'Bets are closed: the cards are being played.';
    case 'stale_decision':
      return 'That decision was over before your press arrived.';
    case 'not_your_turn':
      return 'It is not your turn.';
    case 'not_offered':
      return 'That is not offered now.';
    case 'not_enough_money':
      return 'Your balance does not cover that.';
    case 'insufficient_bonus_balance':
      return 'Insufficient bonus balance: your bonus does not cover that.';
    case 'bets_lie':
      return 'Take your bets off the table first.';
    case 'bonus_active':
      return 'A bonus is active already. Put it away first.';
    case 'bonus_expired':
      return 'The time of this bonus is over.';
    case 'bonus_not_taken':
      return 'This game does not take that bonus.';
    case 'no_such_bonus':
      return 'That bonus is at its end.';
    case 'above_limit':
      return `A box takes at most ${amount(limits.stake_max, game)}.`;
    case 'below_minimum':
      return `One bet must be at least ${amount(limits.stake_min, game)}.`;
    case 'off_step':
      return `Bets go in steps of ${amount(limits.stake_step, game)}.`;
    case 'too_many_boxes':
      return rules.boxes === 1
        ? 'You may bet on one box here.'
        : `You may bet on ${rules.boxes} boxes here.`;
    case 'box_taken':
      return 'Another player has bet on that box.';
    case 'not_enough_on_box':
      return 'Less than that lies on the box.';
    case 'no_bets':
      return 'You have no bet to take off.';
    case 'nothing_to_redo':
      return 'You have not played a round at this table yet.';
    case 'table_stopped':
      return STOPPED;
    case 'game_closed':
      return 'This game is closed: it takes no more bets. Your money is safe.';
    case 'not_kept':
      return 'The house can not write this down now, so nothing was changed. Please press again.';
    case 'busy':
      return 'The table is busy. Please press again.';
    default:
      return refusal.reason ? `${capital(refusal.reason)}.` : 'That was not taken.';
  }
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

/** The house closes no table but one that it can't go on with: who sits there hears so at once. */
const STOPPED = 'This table has stopped for a check. Your money is safe; nothing is lost.';

/** A page that says one thing. */
export interface PageNotice {
  readonly title: string;
  readonly text: string;
}

const CHECKED: PageNotice = {
  title: 'This table has stopped',
  text: 'The house checks what happened here. Your money is safe; nothing is lost.',
};

const ENDED: Readonly<Record<string, PageNotice>> = {
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
