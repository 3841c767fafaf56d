/**
 * One table's connection as a pure state machine: what to send, what to tell, and when to try again.
 * It knows no socket and no clock; the time and a random number come with each input.
 */

import type { BonusView, Closed, Events, Refused, ServerMessage, Welcome, Yours } from './messages';
import type { Command, Order, Wish } from './order';

export type Status = 'live' | 'reconnecting' | 'offline';

/** Silence after which the server is asked whether it is there. */
export const PING_AFTER_MS = 3_000;
/** Time a ping or a join may stay unanswered before the connection counts as lost. */
export const ANSWER_WITHIN_MS = 5_000;
/** Time without a connection after which "reconnecting" becomes "offline". */
export const OFFLINE_AFTER_MS = 9_000;
export const BACKOFF_FIRST_MS = 400;
export const BACKOFF_MAX_MS = 8_000;
/** Orders that wait for the one in flight; more presses than that are not taken. */
export const QUEUE_MAX = 24;

/** Why an order did not reach the table. */
export type Untaken =
  | 'not_connected'
  | 'too_many'
  | 'connection_lost'
  | 'after_refusal'
  | 'unknown';

export interface Link {
  readonly table: string;
  readonly phase: 'waiting' | 'opening' | 'joining' | 'joined' | 'ended';
  readonly status: Status;
  readonly attempt: number;
  /** When to open the next socket, while waiting. */
  readonly retryAt: number;
  /** Since when there is no joined connection; null while there is one. */
  readonly lostAt: number | null;
  readonly heardAt: number;
  /** When the oldest unanswered ping or join was sent. */
  readonly askedAt: number | null;
  readonly stream: number | null;
  readonly seq: number | null;
  readonly nextNumber: number;
  /** A gap was seen and the missing part asked for. */
  readonly catchingUp: boolean;
  /** The command that was sent and is not answered: kept to be sent again. */
  readonly flying: { readonly order: Order; readonly command: Command } | null;
  readonly queue: readonly Order[];
}

export type Input =
  | { readonly on: 'start' }
  | { readonly on: 'opened' }
  | { readonly on: 'message'; readonly message: ServerMessage }
  | { readonly on: 'lost' }
  | { readonly on: 'tick' }
  | { readonly on: 'network'; readonly up: boolean }
  | { readonly on: 'order'; readonly order: Order }
  | { readonly on: 'sit' }
  | { readonly on: 'leave' };

/** When the input came, in milliseconds of any steady clock, and a number in [0, 1) for jitter. */
export interface Moment {
  readonly now: number;
  readonly random: number;
}

export type Output =
  | { readonly do: 'open' }
  | { readonly do: 'drop' }
  | { readonly do: 'send'; readonly message: Wish }
  | { readonly do: 'status'; readonly status: Status }
  | { readonly do: 'welcome'; readonly welcome: Welcome }
  | { readonly do: 'events'; readonly events: Events }
  | { readonly do: 'yours'; readonly yours: Yours }
  | { readonly do: 'granted'; readonly bonus: BonusView }
  | { readonly do: 'taken'; readonly order: Order }
  | { readonly do: 'refused'; readonly order: Order | null; readonly refusal: Refused }
  | { readonly do: 'untaken'; readonly order: Order; readonly why: Untaken }
  | { readonly do: 'ended'; readonly code: string };

export type Next = readonly [Link, readonly Output[]];

/** A connection to `table` that was not started yet. */
export function newLink(table: string): Link {
  return {
    table,
    phase: 'waiting',
    status: 'reconnecting',
    attempt: 0,
    retryAt: Number.POSITIVE_INFINITY,
    lostAt: null,
    heardAt: 0,
    askedAt: null,
    stream: null,
    seq: null,
    nextNumber: 1,
    catchingUp: false,
    flying: null,
    queue: [],
  };
}

/** The connection after an input, and what has to be done about it, in order. */
export function step(link: Link, input: Input, at: Moment): Next {
  if (link.phase === 'ended') return [link, []];
  switch (input.on) {
    case 'start':
      return open({ ...link, lostAt: at.now }, at);
    case 'opened':
      return opened(link, at);
    case 'message':
      return heard({ ...link, heardAt: at.now }, input.message, at);
    case 'lost':
      return lost(link, at);
    case 'tick':
      return tick(link, at);
    case 'network':
      return network(link, input.up, at);
    case 'order':
      return ordered(link, input.order);
    case 'sit':
      // Who joins takes a free seat; what he has seen already is not told again.
      return [link, link.phase === 'joined' ? [join(link)] : []];
    case 'leave':
      return leave(link);
  }
}

function open(link: Link, at: Moment): Next {
  return [{ ...link, phase: 'opening', askedAt: at.now }, [{ do: 'open' }]];
}

function opened(link: Link, at: Moment): Next {
  if (link.phase !== 'opening') return [link, []];
  return [{ ...link, phase: 'joining', askedAt: at.now, heardAt: at.now }, [join(link)]];
}

function join({ table, stream, seq }: Link): Output {
  const back = stream === null ? {} : { stream, seen: seq };
  return { do: 'send', message: { type: 'join', table, ...back } };
}

function lost(link: Link, at: Moment): Next {
  if (link.phase === 'waiting') return [link, []];
  const ceiling = Math.min(BACKOFF_FIRST_MS * 2 ** link.attempt, BACKOFF_MAX_MS);
  const next: Link = {
    ...link,
    phase: 'waiting',
    attempt: link.attempt + 1,
    retryAt: at.now + ceiling * (0.5 + at.random / 2),
    lostAt: link.lostAt ?? at.now,
    askedAt: null,
    catchingUp: false,
    queue: [],
  };
  const dropped = link.queue.map(
    (order): Output => ({ do: 'untaken', order, why: 'connection_lost' }),
  );
  return told(next, statusAt(next, at), dropped);
}

function statusAt(link: Link, at: Moment): Status {
  if (link.phase === 'joined') return 'live';
  return at.now - (link.lostAt ?? at.now) >= OFFLINE_AFTER_MS ? 'offline' : 'reconnecting';
}

/** `outputs`, and the new status when it is one. */
function told(link: Link, status: Status, outputs: readonly Output[]): Next {
  if (status === link.status) return [link, outputs];
  return [{ ...link, status }, [...outputs, { do: 'status', status }]];
}

function tick(link: Link, at: Moment): Next {
  if (link.phase === 'waiting' && at.now >= link.retryAt) return open(link, at);
  if (link.askedAt !== null && at.now - link.askedAt >= ANSWER_WITHIN_MS) return dropped(link, at);
  if (link.phase === 'joined' && link.askedAt === null && at.now - link.heardAt >= PING_AFTER_MS) {
    return [{ ...link, askedAt: at.now }, [ping(at)]];
  }
  return told(link, statusAt(link, at), []);
}

function ping(at: Moment): Output {
  return { do: 'send', message: { type: 'ping', sent: Math.trunc(at.now) } };
}

function dropped(link: Link, at: Moment): Next {
  const [next, outputs] = lost(link, at);
  return [next, [{ do: 'drop' }, ...outputs]];
}

/** The browser says that its network went or came: no need to wait for silence or the next try. */
function network(link: Link, up: boolean, at: Moment): Next {
  if (!up) {
    const since = { ...link, lostAt: at.now - OFFLINE_AFTER_MS };
    return link.phase === 'waiting' ? told(since, 'offline', []) : dropped(since, at);
  }
  return link.phase === 'waiting' ? open({ ...link, attempt: 0 }, at) : [link, []];
}

function ordered(link: Link, order: Order): Next {
  if (link.phase !== 'joined' || link.catchingUp) {
    return [link, [{ do: 'untaken', order, why: 'not_connected' }]];
  }
  if (link.queue.length >= QUEUE_MAX) return [link, [{ do: 'untaken', order, why: 'too_many' }]];
  return flyNext({ ...link, queue: [...link.queue, order] });
}

/**
 * Sends the next order when none is in flight. One at a time, because the server repeats only the
 * last answer: so whatever a break leaves unanswered can be sent again under its own number, and
 * a deal never overtakes a bet that turns out refused.
 */
function flyNext(link: Link): Next {
  const [order, ...queue] = link.queue;
  if (link.flying !== null || order === undefined) return [link, []];
  const command: Command = { ...order, table: link.table, n: link.nextNumber };
  const next = { ...link, queue, flying: { order, command }, nextNumber: link.nextNumber + 1 };
  return [next, [{ do: 'send', message: command }]];
}

function leave(link: Link): Next {
  const bye: Output[] =
    link.phase === 'joined' ? [{ do: 'send', message: { type: 'leave', table: link.table } }] : [];
  return [{ ...link, phase: 'ended' }, [...bye, { do: 'drop' }]];
}

function heard(link: Link, message: ServerMessage, at: Moment): Next {
  switch (message.type) {
    case 'welcome':
      return message.table === link.table ? welcomed(link, message) : [link, []];
    case 'events':
      return message.table === link.table ? happened(link, message, at) : [link, []];
    case 'yours':
      return message.table === link.table ? stands(link, message, at) : [link, []];
    case 'refused':
      return refused(link, message, at);
    case 'closed':
      return message.table === link.table ? closed(link, message, at) : [link, []];
    case 'bonus_granted':
      return message.table === link.table
        ? [link, [{ do: 'granted', bonus: message.bonus }]]
        : [link, []];
    case 'pong':
      return [{ ...link, askedAt: null }, []];
    case 'lobby':
      return [link, []];
  }
}

/** Joined: the table is shown, and what was in flight is settled. */
function welcomed(link: Link, welcome: Welcome): Next {
  const resumed = welcome.stream === link.stream;
  const next: Link = { ...joined(link), stream: welcome.stream, seq: welcome.seq };
  const [after, outputs] = resumed
    ? flyAgain(next, welcome.next_n - 1)
    : flightLost({ ...next, nextNumber: welcome.next_n });
  return told(after, 'live', [{ do: 'welcome', welcome }, ...outputs]);
}

function joined(link: Link): Link {
  return { ...link, phase: 'joined', attempt: 0, lostAt: null, askedAt: null, catchingUp: false };
}

/** The old stream goes on after command `last`: what was in flight was taken, or is sent again. */
function flyAgain(link: Link, last: number): Next {
  const { flying } = link;
  if (flying === null) return flyNext({ ...link, nextNumber: last + 1 });
  const next = { ...link, nextNumber: Math.max(last, flying.command.n) + 1 };
  if (flying.command.n <= last) return landed(next, [{ do: 'taken', order: flying.order }]);
  return [next, [{ do: 'send', message: flying.command }]];
}

/** Another stream: whether the old one's last command was taken, only the table can show. */
function flightLost(link: Link): Next {
  if (link.flying === null) return [link, []];
  const { order } = link.flying;
  return [{ ...link, flying: null }, [{ do: 'untaken', order, why: 'unknown' }]];
}

/** A frame: the next one is told, one seen before is not, a gap is asked for. */
function happened(link: Link, events: Events, at: Moment): Next {
  const expected = (link.seq ?? 0) + 1;
  if (link.seq === null || events.seq < expected) return [link, []];
  if (events.seq > expected) return gap(link, at);
  return [{ ...link, seq: events.seq }, [{ do: 'events', events }]];
}

function gap(link: Link, at: Moment): Next {
  if (link.catchingUp || link.phase !== 'joined') return [link, []];
  return [{ ...link, catchingUp: true, askedAt: at.now }, [join(link)]];
}

/** How things stand for the player; told only when the table is known that far. */
function stands(link: Link, yours: Yours, at: Moment): Next {
  if (link.seq === null) return [link, []];
  if (yours.seq > link.seq) return gap(link, at);
  const outputs: Output[] = [{ do: 'yours', yours }];
  if (link.phase === 'joining' || link.catchingUp) return resumed(link, yours, outputs);
  const { flying } = link;
  if (flying === null || yours.ack !== flying.command.n) return [link, outputs];
  return landed(link, [...outputs, { do: 'taken', order: flying.order }]);
}

/** All missing frames are here; `ack` is the last command that was taken. */
function resumed(link: Link, yours: Yours, outputs: readonly Output[]): Next {
  const unanswered = link.flying?.command.n ?? link.nextNumber;
  const [after, more] = flyAgain(joined(link), yours.ack ?? unanswered - 1);
  return told(after, 'live', [...outputs, ...more]);
}

function landed(link: Link, outputs: readonly Output[]): Next {
  const [after, more] = flyNext({ ...link, flying: null });
  return [after, [...outputs, ...more]];
}

/** What a table may say no to now and not in a moment: joining is tried again. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'too_fast', 'not_kept']);

/**
 * Not taken, so its number is free again. The queue is emptied: what was pressed after it was
 * pressed on another table. A refusal before the table is open ends the matter, if it will last.
 */
function refused(link: Link, refusal: Refused, at: Moment): Next {
  const { flying } = link;
  if (link.phase === 'joining' && refusal.n === null) {
    if (PASSING.has(refusal.code)) return dropped(link, at);
    return [{ ...link, phase: 'ended' }, [{ do: 'drop' }, { do: 'ended', code: refusal.code }]];
  }
  if (flying === null || refusal.n !== flying.command.n) {
    return [link, [{ do: 'refused', order: null, refusal }]];
  }
  const untaken = link.queue.map(
    (order): Output => ({ do: 'untaken', order, why: 'after_refusal' }),
  );
  const next = { ...link, queue: [], flying: null, nextNumber: flying.command.n };
  return [next, [{ do: 'refused', order: flying.order, refusal }, ...untaken]];
}

/**
 * Taken over by another tab: a new stream is asked for at once. A table that was left or closed is
 * the end; one that was rebuilt, or a house that stops, comes back.
 */
function closed(link: Link, { code }: Closed, at: Moment): Next {
  if (code === 'left' || code === 'table_closed') {
    return [{ ...link, phase: 'ended' }, [{ do: 'drop' }, { do: 'ended', code }]];
  }
  return dropped(code === 'taken_over' ? { ...link, stream: null, seq: null } : link, at);
}
