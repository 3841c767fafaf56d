/** The notice that an event is worth to the player at this table; most are worth none. */

import type { GameInfo } from '../table/contract';
import type { AnyEvent, TableView } from '../wire/messages';
import { history as words } from '../words/history';
import { ui } from '../words/ui';
import { companyNotice, playedNotice } from './company';
import { betNotice, type Notice } from './notices';

/** What is told of `event` to player `me`; `view` is the table before it. */
export function noticeOf(
  event: AnyEvent,
  me: number,
  game: GameInfo,
  view: TableView,
): Notice | null {
  switch (event.type) {
    case 'bet_changed':
      return betNotice(event, me, game, view);
    case 'played_by_card':
      return playedNotice(event, me, game, view);
    case 'seat_freed':
      if (event.player === me && event.reason === 'idle') return SEAT_FREED;
      return companyNotice(event, me, view);
    case 'seat_taken':
    case 'presence_changed':
      return companyNotice(event, me, view);
    case 'round_voided':
      return {
        title: words.voided(event.round),
        text: words.voidGave(event.reason, game),
        stays: true,
      };
    default:
      return null;
  }
}

const SEAT_FREED: Notice = {
  ...ui.watching.lost,
  about: 'seat',
  stays: true,
};
