/** The words of the lobby. */

import type { GameInfo } from '../table/contract';
import type { LobbyTable } from '../wire/messages';
import { chipText } from './money';
import { isolated } from './text';

export const lobby = {
  tables: 'Tables',
  title: 'Take a seat.',
  promise:
    'Every shuffle is sealed before you bet. Every return is computed from the rules on the felt.',
  waiting: 'Your round is waiting',
  waits: (name: string, table: string) => `${name}, ${table}: cards and bets as you left them.`,
  goOn: 'Go on',
  start: 'Play at once',
  startNote: 'You get a guest account with play money; a name can come later.',
  multi: 'Multiplayer',
  single: 'Single-player',
  noClock: 'No clock. A broken line never costs a hand.',
  room: (room: number) => `Room ${String.fromCharCode(64 + room)}`,
  tableName: (n: number) => `Table ${n}`,
  sitDown: 'Sit down',
  watch: 'Watch',
  watchNote: 'full: watch or wait',
  seatsFree: (n: number) => (n === 0 ? 'Full' : n === 1 ? '1 seat free' : `${n} seats free`),
  who: (names: readonly string[]) => names.map(isolated).join(', ') || 'Nobody yet',
  free: (n: number) => `${n} free`,
  all: 'All games',
  low: 'Low limits',
  surrender: 'Surrender',
  rtp: 'RTP',
  rtpOpen: 'not computed',
  check: 'Check the house.',
  checkText: 'Any round you played, card by card, with the seeds that made the shuffle.',
  checkGo: 'Verify a round',
  rulesOf: (name: string) => `Rules of ${name}`,
} as const;

/** What goes on at a table for several, in words. */
const PHASES: Readonly<Record<NonNullable<LobbyTable['phase']>, string>> = {
  betting: 'Betting',
  mixing: 'No more bets',
  insurance: 'Insurance is asked',
  playing: 'A round is played',
  over: 'Between rounds',
};

/** `"Betting"`; an empty table waits for its first player. */
export const doing = ({ phase, names }: LobbyTable): string =>
  phase === null || names.length === 0 ? 'Empty table' : PHASES[phase];

/** What a game returns, for the lobby: the computed figure, or the published one. */
export const returnText = (game: GameInfo): string =>
  game.certified
    ? `${game.certified.rtp.toFixed(2)} %`
    : game.published_rtp
      ? `${game.published_rtp} %`
      : lobby.rtpOpen;

/** `"1–100"`, in credits `"2–100 cr"`. */
export const limitsShort = (game: GameInfo): string =>
  `${chipText(game.limits.stake_min, game)}–${chipText(game.limits.stake_max, game)}${game.denomination ? ' cr' : ''}`;

/** The game's name as it is printed on its small cloth. */
export const shortName = (game: GameInfo): string =>
  game.name.replace(/ Blackjack.*$/, '').replace(/^Blackjack$/, 'Table');

/** The game's name where there is little room: long ones go without their last word. */
export const shortTitle = (game: GameInfo, narrow: boolean): string =>
  game.name.length > (narrow ? 15 : 18) ? game.name.replace(/ Blackjack\b/, '') : game.name;
