/** The house over HTTP, one function a request; a refusal is thrown as a `Refusal`. */

import type {
  Bonuses,
  BonusView,
  Games,
  GameView,
  Hint,
  HistoryPage,
  LobbyView,
  LogIn,
  Me,
  PasswordChange,
  Problem,
  RecoveryAsk,
  RecoverySet,
  RoundRecord,
  Sessions,
  SignUp,
} from '../wire/messages';

/** Time after which a request counts as lost. */
const PATIENCE_MS = 10_000;

/** Why the house did not do it: a stable code and a sentence. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly field: string | null;

  constructor(status: number, { code, message, field }: Problem) {
    super(message);
    this.code = code;
    this.status = status;
    this.field = field;
  }
}

/** What to tell a player of something that was not done. */
export function problemIn(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return 'The house does not answer. Please try again in a moment.';
}

/** The house could not be reached, or did not answer. */
class Unreachable extends Error {}

async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const init: RequestInit = {
    method,
    headers: { 'X-Evenmoney': '1', ...(body ? { 'Content-Type': 'application/json' } : {}) },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  const response = await fetch(`/api${path}`, init).catch((error: unknown) => {
    throw new Unreachable('the house does not answer', { cause: error });
  });
  if (!response.ok) throw new Refusal(response.status, await problemOf(response));
  return (await response.json()) as T;
}

/** What the house said is wrong; a proxy in between may have said something else. */
async function problemOf(response: Response): Promise<Problem> {
  const said: unknown = await response.json().catch(() => null);
  if (said !== null && typeof said === 'object' && 'code' in said && 'message' in said) {
    return said as Problem;
  }
  return { code: 'unreadable', message: `The house answered ${response.status}.`, field: null };
}

/** The player of this session; refused with 401 when there is none. */
export const me = () => ask<Me>('GET', '/me');
/** Ends this session; what is open stands and waits. */
export const logOut = () => ask<unknown>('POST', '/log-out').then(() => remember(false));
/** The catalogue, in the house's order. */
export const games = () => ask<Games>('GET', '/games');
/** The game that is played at a table, as it is there now. */
export const gameAt = (table: string) =>
  ask<GameView>('GET', `/tables/${encodeURIComponent(table)}/game`);
/** What the card says to the player's open decision. */
export const hint = (table: string) =>
  ask<Hint>('GET', `/tables/${encodeURIComponent(table)}/hint`);
/** The player's bonuses, newest first. */
export const bonuses = () => ask<Bonuses>('GET', '/bonuses');
/** Gives a bonus up that is not in play. */
export const closeBonus = (bonus: number) => ask<BonusView>('POST', `/bonuses/${bonus}/close`);
/** Rooms and tables, and who sits there. */
export const lobby = () => ask<LobbyView>('GET', '/lobby');
/** One of the player's rounds, told again from the record. */
export const round = (id: string) => ask<RoundRecord>('GET', `/history/${encodeURIComponent(id)}`);

/** An account of the guest who asks, or a new one. */
export async function signUp(body: SignUp): Promise<Me> {
  const who = await ask<Me>('POST', '/sign-up', body);
  remember(true);
  return who;
}

/** The account of that name; what a guest had here stays with the guest. */
export async function logIn(body: LogIn): Promise<Me> {
  const who = await ask<Me>('POST', '/log-in', body);
  remember(true);
  return who;
}

/** Every browser that is logged in to this account. */
export const sessions = () => ask<Sessions>('GET', '/sessions');
/** Logs one of them out. */
export const endSession = (id: number) => ask<unknown>('DELETE', `/sessions/${id}`);
/** A new password for one who knows the old; every other session ends. */
export const changePassword = (body: PasswordChange) => ask<unknown>('POST', '/password', body);

/** A letter with a link to a new password, if the account has an address: that is never told. */
export const askRecovery = (body: RecoveryAsk) => ask<unknown>('POST', '/recovery', body);

/** A new password, by the token of a recovery letter. */
export const recover = (body: RecoverySet) => ask<unknown>('POST', '/recovery/set', body);

/** A page of the player's rounds, the newest first; `before` is what the last page gave. */
export function history(before: number | null = null, limit = 20): Promise<HistoryPage> {
  const query = before === null ? `limit=${limit}` : `limit=${limit}&before=${before}`;
  return ask<HistoryPage>('GET', `/history?${query}`);
}

/** Kept in the browser once it was let in: who never was need not ask who he is. */
const KNOWN = 'evenmoney.known';

/** Who is logged in here; a new guest when nobody is. */
export async function somebody(): Promise<Me> {
  const who = await ask<Me>('POST', '/guest');
  remember(true);
  return who;
}

/** Who is logged in here, if anybody. */
export async function anybody(): Promise<Me | null> {
  if (!remembered()) return null;
  try {
    return await me();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    remember(false);
    return null;
  }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null;
  } catch {
    return true;
  }
}

function remember(known: boolean): void {
  try {
    if (known) localStorage.setItem(KNOWN, 'yes');
    else localStorage.removeItem(KNOWN);
  } catch {
    // Without storage every visit asks.
  }
}
