/**
 * The lobby as it changes, over one socket that is opened again whenever it breaks. It joins no
 * table.
 */

import {
  ANSWER_WITHIN_MS,
  BACKOFF_FIRST_MS,
  BACKOFF_MAX_MS,
  OFFLINE_AFTER_MS,
  type Status,
} from './link';
import type { LobbyView, ServerMessage } from './messages';
import type { Wish } from './order';
import { hangUp, socketAddress } from './socket';

/** Silence after which the house is asked whether it is there. */
const PING_AFTER_MS = 20_000;
const TICK_MS = 500;

export interface LobbyTold {
  lobby(lobby: LobbyView): void;
  status(status: Status): void;
}

export class LobbyLine {
  #socket: WebSocket | null = null;
  #status: Status = 'reconnecting';
  #attempt = 0;
  #retryAt = 0;
  #lostAt = 0;
  #heardAt = 0;
  #asked = false;
  #clock: ReturnType<typeof setInterval> | undefined;
  readonly #told: LobbyTold;
  readonly #address: string;

  constructor(told: LobbyTold, address = socketAddress(location)) {
    this.#told = told;
    this.#address = address;
  }

  start(): void {
    this.#lostAt = performance.now();
    this.#open();
    this.#clock = setInterval(() => this.#tick(performance.now()), TICK_MS);
  }

  stop(): void {
    clearInterval(this.#clock);
    const socket = this.#socket;
    this.#socket = null;
    hangUp(socket);
  }

  #open(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#heardAt = performance.now();
    this.#asked = true;
    const current = () => this.#socket === socket;
    socket.onopen = () => current() && this.#send({ type: 'watch_lobby' });
    socket.onmessage = ({ data }) =>
      current() && this.#heard(JSON.parse(data as string) as ServerMessage);
    socket.onclose = () => current() && this.#lost();
  }

  #send(wish: Wish): void {
    this.#socket?.send(JSON.stringify(wish));
  }

  #heard(message: ServerMessage): void {
    this.#heardAt = performance.now();
    this.#asked = false;
    this.#attempt = 0;
    if (message.type === 'lobby') this.#told.lobby(message.lobby);
    this.#tell('live');
  }

  #lost(): void {
    const socket = this.#socket;
    this.#socket = null;
    hangUp(socket);
    const now = performance.now();
    if (this.#status === 'live') this.#lostAt = now;
    const ceiling = Math.min(BACKOFF_FIRST_MS * 2 ** this.#attempt, BACKOFF_MAX_MS);
    this.#attempt++;
    this.#retryAt = now + ceiling * (0.5 + Math.random() / 2);
    this.#tell('reconnecting');
  }

  #tick(now: number): void {
    if (this.#socket === null) {
      if (now - this.#lostAt >= OFFLINE_AFTER_MS) this.#tell('offline');
      if (now >= this.#retryAt) this.#open();
    } else if (
      this.#asked &&
      now - this.#heardAt >= ANSWER_WITHIN_MS + PING_AFTER_MS * Number(this.#status === 'live')
    ) {
      this.#lost();
    } else if (!this.#asked && now - this.#heardAt >= PING_AFTER_MS) {
      this.#asked = true;
      this.#send({ type: 'ping', sent: Math.trunc(now) });
    }
  }

  #tell(status: Status): void {
    const worse = status === 'reconnecting' && this.#status === 'offline';
    if (status === this.#status || worse) return;
    this.#status = status;
    this.#told.status(status);
  }
}
