import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ANSWER_WITHIN_MS,
  type Input,
  type Link,
  newLink,
  OFFLINE_AFTER_MS,
  type Output,
  PING_AFTER_MS,
  QUEUE_MAX,
  step,
} from '../../src/wire/link';
import type { BonusView, Events, ServerMessage, Welcome, Yours } from '../../src/wire/messages';
import type { Order } from '../../src/wire/order';

const hit: Order = { type: 'act', decision: 7, action: 'hit' };
const chip: Order = { type: 'place_bet', box: 1, amount: 100 };
const deal: Order = { type: 'deal', nonce: '0'.repeat(32) };

const welcome = (stream: number, seq: number, next_n: number): ServerMessage =>
  ({ type: 'welcome', table: 't', stream, seq, next_n }) as Welcome;
const events = (seq: number): ServerMessage => ({ type: 'events', table: 't', seq }) as Events;
const yours = (seq: number, ack: number | null = null): ServerMessage =>
  ({ type: 'yours', table: 't', seq, ack }) as Yours;
const refused = (n: number | null, code = 'not_offered'): ServerMessage => ({
  type: 'refused',
  code,
  reason: '',
  table: 't',
  n,
  field: null,
});
const hears = (message: ServerMessage): Input => ({ on: 'message', message });
const orders = (order: Order): Input => ({ on: 'order', order });

/** An output as one word or two, for tables. */
function word(output: Output): string {
  switch (output.do) {
    case 'send': {
      const { message } = output;
      if (message.type === 'join') {
        return message.stream ? `join ${message.stream} seen ${message.seen}` : 'join';
      }
      return 'n' in message ? `${message.type} #${message.n}` : message.type;
    }
    case 'status':
      return output.status;
    case 'events':
      return `events ${output.events.seq}`;
    case 'taken':
      return `taken ${output.order.type}`;
    case 'refused':
      return `refused ${output.order?.type ?? 'nothing'}`;
    case 'untaken':
      return `untaken ${output.order.type} ${output.why}`;
    case 'ended':
      return `ended ${output.code}`;
    default:
      return output.do;
  }
}

/** Plays inputs, one a row with what it must give; the time may be moved by a number. */
function play(rows: [Input | number, string][], from: Link = newLink('t')): Link {
  let link = from;
  let now = 0;
  for (const [input, expected] of rows) {
    if (typeof input === 'number') now += input;
    const [next, outputs] = step(link, typeof input === 'number' ? { on: 'tick' } : input, {
      now,
      random: 1,
    });
    expect(outputs.map(word).join(', ')).toBe(expected);
    link = next;
  }
  return link;
}

const JOINED: [Input | number, string][] = [
  [{ on: 'start' }, 'open'],
  [{ on: 'opened' }, 'join'],
  [hears(welcome(4, 10, 1)), 'welcome, live'],
];

describe('a connection', () => {
  test('who looks on joins again for a free seat, and whatever comes then is told once', () => {
    play([
      [{ on: 'sit' }, ''],
      ...JOINED,
      [{ on: 'sit' }, 'join 4 seen 10'],
      [hears(events(11)), 'events 11'],
      [hears(events(11)), ''],
      [hears(yours(11)), 'yours'],
      [orders(chip), 'place_bet #1'],
    ]);
    play([...JOINED, [{ on: 'sit' }, 'join 4 seen 10'], [hears(welcome(4, 11, 1)), 'welcome']]);
    play([
      ...JOINED,
      [{ on: 'sit' }, 'join 4 seen 10'],
      [hears(refused(null, 'too_many_tables')), 'refused nothing'],
      [orders(chip), 'place_bet #1'],
    ]);
  });

  test('joins, is welcomed and is live', () => {
    expect(play(JOINED)).toMatchObject({ stream: 4, seq: 10, phase: 'joined', status: 'live' });
  });

  test('asks after silence and is lost when the answer does not come', () => {
    play([
      ...JOINED,
      [PING_AFTER_MS - 1, ''],
      [1, 'ping'],
      [hears({ type: 'pong', sent: 0 }), ''],
      [PING_AFTER_MS, 'ping'],
      [ANSWER_WITHIN_MS - 1, ''],
      [1, 'drop, reconnecting'],
    ]);
    expect(PING_AFTER_MS + ANSWER_WITHIN_MS).toBeLessThan(10_000);
  });

  test('tries again with growing pauses and says offline within ten seconds', () => {
    expect(OFFLINE_AFTER_MS).toBeLessThan(10_000);
    play([
      ...JOINED,
      [{ on: 'lost' }, 'reconnecting'],
      [399, ''],
      [1, 'open'],
      [{ on: 'lost' }, ''],
      [799, ''],
      [1, 'open'],
      [{ on: 'lost' }, ''],
      [1600, 'open'],
      [{ on: 'lost' }, ''],
      [3200, 'open'],
      [{ on: 'lost' }, ''],
      [OFFLINE_AFTER_MS - 6000, 'offline'],
    ]);
  });

  test('is offline at once when the browser says so, and opens at once when it is back', () => {
    play([
      ...JOINED,
      [{ on: 'network', up: false }, 'drop, offline'],
      [{ on: 'network', up: true }, 'open'],
      [{ on: 'opened' }, 'join 4 seen 10'],
      [hears(yours(10, null)), 'yours, live'],
    ]);
  });

  test('ends when the player leaves, and says so', () => {
    expect(play([...JOINED, [{ on: 'leave' }, 'leave, drop'], [{ on: 'lost' }, '']]).phase).toBe(
      'ended',
    );
  });

  test('ends when the table can not be joined', () => {
    play([
      [{ on: 'start' }, 'open'],
      [{ on: 'opened' }, 'join'],
      [hears(refused(null, 'no_such_table')), 'drop, ended no_such_table'],
    ]);
  });

  test('taken over by another tab asks for a stream of its own', () => {
    play([
      ...JOINED,
      [hears({ type: 'closed', table: 't', code: 'taken_over' }), 'drop, reconnecting'],
      [400, 'open'],
      [{ on: 'opened' }, 'join'],
    ]);
  });

  test.each(['shutting_down', 'rebuilt', 'too_slow'])(
    '%s is tried again, with the old stream',
    (code) => {
      play([
        ...JOINED,
        [hears({ type: 'closed', table: 't', code }), 'drop, reconnecting'],
        [400, 'open'],
        [{ on: 'opened' }, 'join 4 seen 10'],
      ]);
    },
  );

  test.each(['busy', 'too_fast', 'not_kept'])(
    'a table that is %s is tried again in a while',
    (code) => {
      play([
        [{ on: 'start' }, 'open'],
        [{ on: 'opened' }, 'join'],
        [hears(refused(null, code)), 'drop'],
        [400, 'open'],
        [{ on: 'opened' }, 'join'],
        [hears(welcome(4, 10, 1)), 'welcome, live'],
      ]);
    },
  );
});

describe('frames', () => {
  test('are told once and in order', () => {
    play([
      ...JOINED,
      [hears(events(11)), 'events 11'],
      [hears(events(11)), ''],
      [hears(events(12)), 'events 12'],
    ]);
  });

  test('a gap is asked for once, and filled by the missing frames', () => {
    play([
      ...JOINED,
      [hears(events(12)), 'join 4 seen 10'],
      [hears(events(13)), ''],
      [hears(events(11)), 'events 11'],
      [hears(events(12)), 'events 12'],
      [hears(events(13)), 'events 13'],
      [hears(yours(13, null)), 'yours'],
    ]);
  });

  test('a gap filled by a snapshot', () => {
    play([
      ...JOINED,
      [hears(events(14)), 'join 4 seen 10'],
      [hears(welcome(4, 14, 1)), 'welcome'],
      [hears(events(15)), 'events 15'],
    ]);
  });

  test('a private view of a frame that was not seen is a gap too', () => {
    play([...JOINED, [hears(yours(11)), 'join 4 seen 10']]);
  });

  test('a bonus that was granted is told, at its own table only', () => {
    const granted = (table: string) =>
      hears({ type: 'bonus_granted', table, bonus: { bonus: 7 } as BonusView });
    play([...JOINED, [granted('t'), 'granted'], [granted('other'), '']]);
  });

  test('of another table are not ours', () => {
    play([...JOINED, [hears({ type: 'events', table: 'u', seq: 11 } as Events), '']]);
  });
});

describe('an order', () => {
  test('is numbered, sent and acknowledged', () => {
    play([
      ...JOINED,
      [orders(chip), 'place_bet #1'],
      [hears(events(11)), 'events 11'],
      [hears(yours(11, 1)), 'yours, taken place_bet'],
      [orders(deal), 'deal #2'],
    ]);
  });

  test('waits for the one before it', () => {
    play([
      ...JOINED,
      [orders(chip), 'place_bet #1'],
      [orders(deal), ''],
      [hears(yours(10, 1)), 'yours, taken place_bet, deal #2'],
    ]);
  });

  test('refused leaves its number free, and a deal pressed on top of it is not sent', () => {
    play([
      ...JOINED,
      [orders(chip), 'place_bet #1'],
      [orders(deal), ''],
      [hears(refused(1)), 'refused place_bet, untaken deal after_refusal'],
      [orders(chip), 'place_bet #1'],
    ]);
  });

  test('cut off in flight is sent again under the same number', () => {
    play([
      ...JOINED,
      [orders(hit), 'act #1'],
      [orders(chip), ''],
      [{ on: 'lost' }, 'untaken place_bet connection_lost, reconnecting'],
      [400, 'open'],
      [{ on: 'opened' }, 'join 4 seen 10'],
      [hears(yours(10, 0)), 'yours, act #1, live'],
      [hears(yours(10, 1)), 'yours, taken act'],
      [orders(chip), 'place_bet #2'],
    ]);
  });

  test('that was taken before the cut is not sent again', () => {
    play([
      ...JOINED,
      [orders(hit), 'act #1'],
      [{ on: 'lost' }, 'reconnecting'],
      [400, 'open'],
      [{ on: 'opened' }, 'join 4 seen 10'],
      [hears(events(11)), 'events 11'],
      [hears(yours(11, 1)), 'yours, taken act, live'],
      [orders(chip), 'place_bet #2'],
    ]);
  });

  test('in flight when a snapshot of the same stream comes is settled by its next number', () => {
    const cut: [Input | number, string][] = [
      ...JOINED,
      [orders(hit), 'act #1'],
      [{ on: 'lost' }, 'reconnecting'],
      [400, 'open'],
      [{ on: 'opened' }, 'join 4 seen 10'],
    ];
    play([...cut, [hears(welcome(4, 30, 1)), 'welcome, act #1, live']]);
    play([...cut, [hears(welcome(4, 30, 2)), 'welcome, taken act, live']]);
  });

  test('in flight when the stream is another one is reported, never sent again', () => {
    play([
      ...JOINED,
      [orders(hit), 'act #1'],
      [{ on: 'lost' }, 'reconnecting'],
      [400, 'open'],
      [{ on: 'opened' }, 'join 4 seen 10'],
      [hears(welcome(9, 30, 1)), 'welcome, untaken act unknown, live'],
      [orders(chip), 'place_bet #1'],
    ]);
  });

  test('pressed while cut off is not taken', () => {
    play([
      ...JOINED,
      [{ on: 'lost' }, 'reconnecting'],
      [orders(chip), 'untaken place_bet not_connected'],
    ]);
  });

  test('beyond the bound of the queue is not taken', () => {
    const rows = Array.from({ length: QUEUE_MAX }, (): [Input, string] => [orders(chip), '']);
    play([
      ...JOINED,
      [orders(chip), 'place_bet #1'],
      ...rows,
      [orders(chip), 'untaken place_bet too_many'],
    ]);
  });
});

/** A server's streams as HOUSE keeps them: the last number and its answer; what was applied. */
class Streams {
  last = 0;
  seq = 0;
  applied: number[] = [];
  hear(message: { type: string; n?: number }, orderId: number): ServerMessage[] {
    if (message.type === 'join') return [yours(this.seq, this.last)];
    if (message.n === this.last) return [yours(this.seq, this.last)];
    if (message.n !== this.last + 1) return [refused(message.n ?? null, 'wrong_number')];
    this.last = message.n;
    this.applied.push(orderId);
    return [yours(this.seq, this.last)];
  }
}

test('whatever breaks, every order is answered once and applied at most once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('press', 'send', 'receive', 'break'), { maxLength: 60 }),
      (script) => {
        const server = new Streams();
        let toServer: Extract<Output, { do: 'send' }>['message'][] = [];
        let toClient: ServerMessage[] = [];
        let now = 0;
        let pressed = 0;
        const answers = new Map<number, string[]>();
        let link = newLink('t');
        const take = (input: Input) => {
          const [next, outputs] = step(link, input, { now, random: 0 });
          link = next;
          for (const output of outputs) {
            if (output.do === 'send') toServer.push(output.message);
            if (output.do === 'taken' || output.do === 'untaken' || output.do === 'refused') {
              const id = (output.order as { amount: number }).amount;
              answers.set(id, [...(answers.get(id) ?? []), output.do]);
            }
          }
        };
        const settle = () => {
          for (let i = 0; i < 100 && (toServer.length || toClient.length); i++) {
            deliver();
            receive();
          }
        };
        const deliver = () => {
          const message = toServer.shift();
          if (message) {
            toClient.push(...server.hear(message, 'amount' in message ? message.amount : -1));
          }
        };
        const receive = () => {
          const message = toClient.shift();
          if (message) take(hears(message));
        };
        const reopen = () => {
          now = Math.max(now, link.retryAt);
          take({ on: 'tick' });
          take({ on: 'opened' });
        };
        take({ on: 'start' });
        take({ on: 'opened' });
        take(hears(welcome(1, 0, 1)));
        toServer = [];
        for (const act of script) {
          if (act === 'press') take(orders({ type: 'place_bet', box: 1, amount: ++pressed }));
          if (act === 'send') deliver();
          if (act === 'receive') receive();
          if (act === 'break') {
            toServer = [];
            toClient = [];
            take({ on: 'lost' });
            reopen();
          }
        }
        settle();
        for (let id = 1; id <= pressed; id++) {
          expect(answers.get(id)).toHaveLength(1);
          const applied = server.applied.filter((one) => one === id).length;
          expect(applied).toBe(answers.get(id)?.[0] === 'taken' ? 1 : 0);
        }
      },
    ),
  );
});
