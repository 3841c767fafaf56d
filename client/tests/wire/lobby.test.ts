import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LobbyLine } from '../../src/wire/lobby';

/** A socket that a test opens, breaks and speaks through. */
class Wire {
  static readonly CONNECTING = 0;
  static all: Wire[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: unknown[] = [];
  closed = false;
  constructor(readonly address: string) {
    Wire.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  tells(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const LOBBY = { games: [] };
const last = () => Wire.all.at(-1) as Wire;

function listen() {
  const lobby = vi.fn();
  const status = vi.fn();
  const line = new LobbyLine({ lobby, status }, 'ws://house/api/socket');
  line.start();
  return { line, lobby, status };
}

describe('the lobby over the socket', () => {
  beforeEach(() => {
    Wire.all = [];
    vi.stubGlobal('WebSocket', Wire);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('is watched as soon as the socket is open, and told whenever it changes', () => {
    const { lobby, status } = listen();
    last().onopen?.();
    expect(last().sent).toEqual([{ type: 'watch_lobby' }]);
    last().tells({ type: 'lobby', lobby: LOBBY });
    last().tells({ type: 'lobby', lobby: LOBBY });
    expect(lobby).toHaveBeenCalledTimes(2);
    expect(status).toHaveBeenCalledExactlyOnceWith('live');
  });

  test('is watched again after a broken line, and meanwhile said to be reconnecting', () => {
    const { status } = listen();
    last().onopen?.();
    last().tells({ type: 'lobby', lobby: LOBBY });
    last().onclose?.();
    expect(status).toHaveBeenLastCalledWith('reconnecting');
    vi.advanceTimersByTime(2_000);
    expect(Wire.all).toHaveLength(2);
    last().onopen?.();
    expect(last().sent).toEqual([{ type: 'watch_lobby' }]);
    last().tells({ type: 'lobby', lobby: LOBBY });
    expect(status).toHaveBeenLastCalledWith('live');
  });

  test('who goes on before the line stands hangs up once it does', () => {
    const { line } = listen();
    const first = last();
    first.readyState = Wire.CONNECTING;
    line.stop();
    expect(first.closed).toBe(false);
    first.onopen?.();
    expect(first.closed).toBe(true);
    expect(first.sent).toEqual([]);
  });

  test('a silent house is asked, and the line counts as lost without an answer', () => {
    listen();
    last().onopen?.();
    last().tells({ type: 'lobby', lobby: LOBBY });
    const first = last();
    vi.advanceTimersByTime(21_000);
    expect(first.sent.at(-1)).toMatchObject({ type: 'ping' });
    vi.advanceTimersByTime(6_000);
    expect(first.closed).toBe(true);
  });

  test('a house that is away for long is offline, and asked ever more rarely', () => {
    const { status } = listen();
    for (let second = 0; second < 60; second++) {
      last().onclose?.();
      vi.advanceTimersByTime(1_000);
    }
    expect(status).toHaveBeenLastCalledWith('offline');
    expect(Wire.all.length).toBeLessThan(20);
  });

  test('says nothing once it is stopped', () => {
    const { line, lobby } = listen();
    line.stop();
    last().tells({ type: 'lobby', lobby: LOBBY });
    vi.advanceTimersByTime(30_000);
    expect(lobby).not.toHaveBeenCalled();
    expect(Wire.all).toHaveLength(1);
  });
});
