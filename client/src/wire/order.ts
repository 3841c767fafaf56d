/** What the browser tells the server: orders before they have a number, commands with it. */

import type { ClientMessage } from './messages';

type Numbered = Extract<ClientMessage, { n: number }>;

/** `T` without table and number, kind by kind. */
type Unnumbered<T> = T extends unknown ? Omit<T, 'table' | 'n'> : never;

/** A numbered command as it goes over the wire. */
export type Command = Numbered;

/** What a press means, before the stream gives it a number. */
export type Order = Unnumbered<Numbered>;

/** Anything that is sent. */
export type Wish = ClientMessage;
