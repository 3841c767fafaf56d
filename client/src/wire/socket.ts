/** The thin shell around `link`: a real WebSocket, a real clock; it decides nothing itself. */

import { type Input, type Link, newLink, type Output, step } from './link';
import type { ServerMessage } from './messages';
import type { Order } from './order';

const TICK_MS = 500;

/** What a table's connection tells; every order is answered once: taken, refused or untaken. */
export type Told = Exclude<Output, { do: 'open' | 'drop' | 'send' }>;

/** The address of the house's socket, from the page's own. */
export function socketAddress(page: { protocol: string; host: string }): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/api/socket`;
}

/** Close a socket; one that is still connecting as soon as it is, as browsers call it an error else. */
export function hangUp(socket: WebSocket | null): void {
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}

/** A living connection to one table. */
export class TableSocket {
  #link: Link;
  #socket: WebSocket | null = null;
  #clock: ReturnType<typeof setInterval> | undefined;
  readonly #tell: (told: Told) => void;
  readonly #address: string;
  readonly #online = () => this.#take({ on: 'network', up: true });
  readonly #offline = () => this.#take({ on: 'network', up: false });

  constructor(table: string, tell: (told: Told) => void, address = socketAddress(location)) {
    this.#link = newLink(table);
    this.#tell = tell;
    this.#address = address;
  }

  start(): void {
    this.#clock = setInterval(() => this.#take({ on: 'tick' }), TICK_MS);
    addEventListener('online', this.#online);
    addEventListener('offline', this.#offline);
    this.#take({ on: 'start' });
  }

  order(order: Order): void {
    this.#take({ on: 'order', order });
  }

  /** Take a free seat at a table that is only looked at. */
  sit(): void {
    this.#take({ on: 'sit' });
  }

  /** Get up from the table and end the connection. */
  leave(): void {
    this.#take({ on: 'leave' });
    this.#stop();
  }

  /** End the connection without getting up, as closing the tab does. */
  close(): void {
    this.#stop();
    this.#drop();
  }

  #stop(): void {
    clearInterval(this.#clock);
    removeEventListener('online', this.#online);
    removeEventListener('offline', this.#offline);
  }

  #take(input: Input): void {
    const [link, outputs] = step(this.#link, input, {
      now: performance.now(),
      random: Math.random(),
    });
    this.#link = link;
    for (const output of outputs) this.#run(output);
    if (link.phase === 'ended') this.#stop();
  }

  #run(output: Output): void {
    if (output.do === 'open') this.#open();
    else if (output.do === 'drop') this.#drop();
    else if (output.do === 'send') this.#socket?.send(JSON.stringify(output.message));
    else this.#tell(output);
  }

  /** A new socket; what an older one still says is not listened to. */
  #open(): void {
    this.#drop();
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    const current = () => this.#socket === socket;
    socket.onopen = () => current() && this.#take({ on: 'opened' });
    socket.onmessage = ({ data }) =>
      current() && this.#take({ on: 'message', message: JSON.parse(data) as ServerMessage });
    socket.onclose = () => current() && this.#take({ on: 'lost' });
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    hangUp(socket);
  }
}
