import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { classic } from '../../dev/games';
import LobbyPage from '../../src/session/LobbyPage.svelte';
import { loadSettings } from '../../src/session/settings.svelte';
import TablePage from '../../src/session/TablePage.svelte';

/** The house as these pages reach it: answers by path, and sockets that a test speaks through. */
let answers: Record<string, () => unknown>;
let sockets: Socket[];

class Socket {
  static readonly CONNECTING = 0;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;
  constructor() {
    sockets.push(this);
  }
  send() {}
  close() {
    this.closed = true;
  }
  says(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const me = { player: 1, name: 'Guest 1', guest: true, balance: 0, open_rounds: [], debt: 0 };

beforeEach(() => {
  sockets = [];
  answers = {
    '/api/me': () => ({ ...me, currency: classic.currency }),
    '/api/guest': () => ({ ...me, currency: classic.currency }),
    '/api/lobby': () => ({ games: [] }),
    '/api/games': () => ({ games: [] }),
    '/api/bonuses': () => ({ bonuses: [] }),
    '/api/tables/classic-1/game': () => classic,
  };
  localStorage.setItem('evenmoney.known', 'yes');
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = await answers[path]?.();
    return new Response(JSON.stringify(answer), { status: answer ? 200 : 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** How many listeners of a kind the window has more than when this was called. */
function listening(kind: string): () => number {
  let count = 0;
  const [add, remove] = [window.addEventListener, window.removeEventListener];
  vi.spyOn(window, 'addEventListener').mockImplementation((...args: unknown[]) => {
    if (args[0] === kind) count++;
    return add.apply(window, args as never);
  });
  vi.spyOn(window, 'removeEventListener').mockImplementation((...args: unknown[]) => {
    if (args[0] === kind) count--;
    return remove.apply(window, args as never);
  });
  return () => count;
}

describe('the lobby’s page', () => {
  test('opens no line when it was left before the house had answered', async () => {
    const answer: (() => void)[] = [];
    answers['/api/me'] = () =>
      new Promise((resolve) => {
        answer.push(() => resolve({ ...me, currency: classic.currency }));
      });
    const { unmount } = render(LobbyPage, { go: () => {} });
    await waitFor(() => expect(answer).toHaveLength(1));
    unmount();
    answer[0]?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sockets).toEqual([]);
  });
});

describe('a table’s page', () => {
  test('of a table that stops tells that nothing is lost, and leads to the lobby', async () => {
    const go = vi.fn();
    render(TablePage, { table: 'classic-1', settings: loadSettings(), go });
    await waitFor(() => expect(sockets.length).toBe(1));
    sockets[0]?.onopen?.();
    sockets[0]?.says({ type: 'closed', code: 'table_closed', table: 'classic-1' });
    await screen.findByRole('heading', { name: 'This table has stopped' });
    expect(screen.getByText(/Your money is safe; nothing is lost\.$/)).toBeTruthy();
    await fireEvent.click(screen.getByRole('link', { name: 'To the lobby' }));
    expect(go).toHaveBeenCalledWith('/');
  });

  test('that is joined again leaves no first session listening, nor one when it is left', async () => {
    const keys = listening('keydown');
    const page = { table: 'classic-1', settings: loadSettings(), go: () => {} };
    const { unmount } = render(TablePage, page);
    const refuse = async (at: number) => {
      await waitFor(() => expect(sockets.length).toBe(at + 1));
      sockets[at]?.onopen?.();
      sockets[at]?.says({ type: 'refused', n: null, code: 'table_taken', table: 'classic-1' });
      await screen.findByText('All seats of this table are taken.');
    };
    await refuse(0);
    const once = keys();
    expect(once).toBeGreaterThan(0);
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await refuse(1);
    expect(keys()).toBe(once);
    unmount();
    expect(keys()).toBe(0);
    expect(sockets.every(({ closed }) => closed)).toBe(true);
  });
});
