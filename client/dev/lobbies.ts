/** Lobbies to draw without a server. */

import type { LobbyInfo } from '../src/table/contract';
import type { LobbyTable } from '../src/wire/messages';
import { GAMES } from './games';

const table = (
  table: string,
  seats: number,
  names: string[],
  phase: LobbyTable['phase'] = null,
): LobbyTable => ({ table, seats, names, free: names.length < seats, phase });

const lobby: LobbyInfo['lobby'] = {
  games: GAMES.map((game) => ({
    game: game.id,
    kind: game.kind,
    playing: game.kind === 'multi' ? 5 : 1,
    rooms:
      game.kind === 'multi'
        ? [1, 2].map((room) => ({
            room,
            tables: [
              table(`${game.id}-${room}-1`, 3, ['Jonas'], 'betting'),
              table(`${game.id}-${room}-2`, 3, ['Karl', 'Tess', 'Olga'], 'playing'),
              table(`${game.id}-${room}-3`, 3, [], null),
            ],
          }))
        : [
            {
              room: 1,
              tables: [
                table(`${game.id}-1-1`, 1, ['Olga']),
                table(`${game.id}-1-2`, 1, []),
                table(`${game.id}-1-3`, 1, []),
              ],
            },
          ],
  })),
};

const me: LobbyInfo['me'] = {
  player: 1,
  name: 'Mara',
  guest: false,
  balance: 139250,
  currency: { code: 'DEMO', sign: '€', digits: 2 },
  debt: 0,
  open_rounds: [
    { table: 'classic-1-2', game: 'classic', round: '7K3F-0219', started_at_ms: 0 },
    { table: 'european-1-1', game: 'european', round: '7K3F-0220', started_at_ms: 0 },
  ],
};

export const LOBBIES: Readonly<Record<string, LobbyInfo>> = {
  lobby: { me, games: GAMES, lobby },
  'lobby-guest': { me: null, games: GAMES, lobby },
};
