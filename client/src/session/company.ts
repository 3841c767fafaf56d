/** What the others at a table mean for one player, as notices: who comes, goes, or was faster. */

import { boxAt } from '../state/find';
import type { GameInfo } from '../table/contract';
import type {
  PlayedByCard,
  PresenceChanged,
  Refused,
  SeatFreed,
  SeatTaken,
  TableView,
} from '../wire/messages';
import type { Order } from '../wire/order';
import { label } from '../words/labels';
import { nameOf } from '../words/line';
import { isolated } from '../words/text';
import type { Notice } from './notices';

/** Who sat down, got up, lost his line or came back; null about the player himself. */
export function companyNotice(
  event: SeatTaken | SeatFreed | PresenceChanged,
  player: number,
  view: TableView,
): Notice | null {
  const seat = view.seats.find((there) => there.seat === event.seat);
  const who = event.type === 'presence_changed' ? seat?.player : event.player;
  if (view.kind === 'single' || who === player) return null;
  const name = isolated(event.type === 'seat_taken' ? event.name : (seat?.name ?? ''));
  const passing = true;
  switch (event.type) {
    case 'seat_taken':
      return { title: `${name} sits down`, text: '', passing };
    case 'seat_freed':
      return { title: `${name} has left`, text: '', passing };
    case 'presence_changed':
      return event.present
        ? { title: `${name} is back`, text: '', passing }
        : { title: `${name} is away`, text: 'The strategy card plays.', passing };
  }
}

/** A whole round may be played for him: the last thing that was done is told. */
const PLAYED = 'played for you';

/** The house played for this player: what, and why; null for another's hand. */
export function playedNotice(
  event: PlayedByCard,
  player: number,
  game: GameInfo,
  view: TableView,
): Notice | null {
  if (boxAt(view, event.box)?.owner !== player) return null;
  if (event.why === 'hour') {
    const text = 'The time for this round is over: every open hand stands.';
    return { title: 'Time was up', text, about: PLAYED };
  }
  const why = { time: 'Time was up', away: 'You were away' }[event.why];
  const what = label(game, event.action);
  const text =
    event.action === 'pass'
      ? 'Insurance was declined for you.'
      : `The strategy card played ${what} for you.`;
  return { title: why, text, about: PLAYED };
}

/** A bet that came second: whose the box is, and that nothing was taken; null for other refusals. */
export function lostRace(
  refusal: Pick<Refused, 'code'>,
  order: Order | null,
  view: TableView,
): Notice | null {
  if (refusal.code !== 'box_taken' || order?.type !== 'place_bet') return null;
  const owner = boxAt(view, order.box)?.owner ?? null;
  const name = nameOf(view, owner) || 'Another player';
  const text = `${name} was faster on box ${order.box}. Nothing was taken from you.`;
  return { title: 'That box is taken', text, about: 'box taken', betting: true };
}
