/** Notices about the player's own bets that came back to him. */

import { boxAt } from '../state/find';
import type { GameInfo, Slip } from '../table/contract';
import type { BetChanged, TableView } from '../wire/messages';
import { nameOf } from '../words/line';
import { amount, money } from '../words/money';

/** A notice on paper, without its number. */
export type Notice = Omit<Slip, 'id'>;

/** What to tell a player whose bet came back to him; null when he took it back himself. */
export function betNotice(
  event: BetChanged,
  player: number,
  game: GameInfo,
  before: TableView,
): Notice | null {
  if (event.was_owner !== player) return null;
  const bet = boxAt(before, event.box)?.bet ?? 0;
  const title = bet ? `Your ${amount(bet, game)} came back` : 'Your bet is back';
  const at = { title, ...(bet ? { amount: bet } : {}) };
  switch (event.reason) {
    case 'displaced':
      return {
        ...at,
        text: displacedText(event, player, before),
        betting: true,
      };
    case 'below_minimum':
      return {
        ...at,
        text: `It was below the table's minimum of ${money(game.limits.stake_min, game.currency)}.`,
      };
    case 'unconfirmed':
      return { ...at, text: 'Betting closed before you pressed Deal, so you sit this round out.' };
    case 'bonus_expired':
      return { title: 'Your bet is off', text: 'The time of your bonus is over.' };
    case 'left':
      return { ...at, text: 'You left the table.' };
    default:
      return null;
  }
}

/** Who took the box, by what right, and what of the player's bets still stands. */
function displacedText(event: BetChanged, player: number, before: TableView): string {
  const name = nameOf(before, event.owner) || 'Its player';
  const right = `${name} sits at box ${event.box} and has first right to it.`;
  const kept = before.boxes.filter(({ box, owner }) => owner === player && box !== event.box);
  const stands = kept.map(({ box }) => box).join(' and ');
  if (!stands) return right;
  return `${right} Your bet on box ${stands} stands: press Deal again.`;
}
