/** Tables in the lobby: their names, and where to sit down; pure. */

import type { LobbyTable, LobbyView } from '../wire/messages';
import { lobby as words } from '../words/lobby';

interface Placed {
  readonly table: LobbyTable;
  readonly game: string;
  /** `"Room A, table 2"`. */
  readonly name: string;
}

/** Every table of the lobby with its game and its name, in the lobby's order. */
export function placed(lobby: LobbyView): Placed[] {
  return lobby.games.flatMap(({ game, rooms }) =>
    rooms.flatMap(({ room, tables }) =>
      tables.map((table, at) => ({
        table,
        game,
        name: `${words.room(room)}, ${words.tableName(at + 1).toLowerCase()}`,
      })),
    ),
  );
}

/** The table's name; its id where the lobby does not list it. */
export function tableName(id: string, lobby: LobbyView): string {
  return placed(lobby).find(({ table }) => table.table === id)?.name ?? id;
}

/** Where to sit down for a game: in company where there is a seat, else at an empty table. */
export function freeTable(wanted: string, lobby: LobbyView): string | null {
  const free = placed(lobby).filter(({ game, table }) => game === wanted && table.free);
  const company = free.find(({ table }) => table.names.length > 0);
  return (company ?? free[0])?.table.table ?? null;
}
