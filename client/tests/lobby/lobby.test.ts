import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, test, vi } from 'vitest';
import { LOBBIES } from '../../dev/lobbies';
import Lobby from '../../src/lobby/Lobby.svelte';
import type { LobbyHandlers } from '../../src/table/contract';
import type { BonusView } from '../../src/wire/messages';

function draw(name: 'lobby' | 'lobby-guest', problem = '', bonuses: readonly BonusView[] = []) {
  const lobby = LOBBIES[name];
  if (!lobby) throw new Error(name);
  const on = {
    sit: vi.fn(),
    watch: vi.fn(),
    play: vi.fn(),
    resume: vi.fn(),
    logOut: vi.fn(),
    entered: vi.fn(),
    go: vi.fn(),
  } satisfies LobbyHandlers;
  return {
    on,
    ...render(Lobby, { lobby: { ...lobby, bonuses }, connection: 'live', problem, on }),
  };
}

describe('the lobby', () => {
  test('asks nobody to come in, and shows no game, before it knows who and what is there', async () => {
    const guest = LOBBIES['lobby-guest'];
    if (!guest) throw new Error('no such lobby');
    const on = {} as LobbyHandlers;
    const unknown = { ...guest, me: undefined, games: [] };
    const { container, rerender } = render(Lobby, { lobby: unknown, connection: 'live', on });
    expect(screen.queryByRole('button', { name: 'Log in' })).toBeNull();
    expect(screen.queryByText('Play at once')).toBeNull();
    expect(container.querySelector('.games')).toBeNull();
    await rerender({ lobby: { ...guest, me: null } });
    expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(container.querySelector('.games')).not.toBeNull();
  });

  test('002-W1 a bonus that waits is told with where it is good, one in play or at its end is not', () => {
    const bonus = { kind: 'free_amount', games: [], state: 'open', balance: 2000, active: false };
    const bonuses = [
      { ...bonus, bonus: 1 },
      { ...bonus, bonus: 2, active: true },
      { ...bonus, bonus: 3, state: 'expired' },
      { ...bonus, bonus: 4, games: ['classic'] },
    ] as unknown as BonusView[];
    const { container } = draw('lobby', '', bonuses);
    const told = [...container.querySelectorAll('[data-bonus-waits]')].map((p) => p.textContent);
    expect(told).toEqual(['A bonus of €\u00a020.00 waits for you at FreeAmount Blackjack.']);
  });

  test('000-S3 multiplayer tables stand in their own rooms, three to a room', () => {
    const { container } = draw('lobby');
    const rooms = container.querySelector('section[aria-label="Classic Blackjack"]');
    expect(rooms?.querySelectorAll('li')).toHaveLength(3);
    expect(rooms?.textContent).toContain('Room A');
  });

  test('every game shows limits, return and free tables before anyone sits down', () => {
    const { container } = draw('lobby');
    const games = [...container.querySelectorAll('.game')];
    expect(games).toHaveLength(9);
    for (const game of games) expect(game.textContent).toMatch(/RTP\s+\d+\.\d\d %.*–.*\d free/s);
  });

  test('a press on a game goes to a free table of it', async () => {
    const { on } = draw('lobby-guest');
    await fireEvent.click(screen.getByRole('button', { name: /European Blackjack.*RTP/ }));
    expect(on.play).toHaveBeenCalledWith('european');
  });

  test('a newcomer plays at once, in one press', async () => {
    const { on } = draw('lobby-guest');
    await fireEvent.click(screen.getByRole('button', { name: 'Play at once' }));
    expect(on.play).toHaveBeenCalledWith('classic');
  });

  test('a full table is watched, not sat down at', async () => {
    const { on } = draw('lobby');
    await fireEvent.click(screen.getByRole('button', { name: 'Watch, Table 2' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Sit down, Table 3' }));
    expect(on.watch).toHaveBeenCalledExactlyOnceWith('classic-multiplayer-1-2');
    expect(on.sit).toHaveBeenCalledExactlyOnceWith('classic-multiplayer-1-3');
  });

  test('a table for several tells in words what it is doing, and who sits there', () => {
    const { container } = draw('lobby');
    const tables = [...container.querySelectorAll('section[aria-label="Classic Blackjack"] li')];
    const told = tables.map((table) => table.querySelector('.text')?.textContent ?? '');
    expect(told[0]).toMatch(/Betting.*2 seats free.*Jonas/s);
    expect(told[1]).toMatch(/A round is played.*full.*Karl, Tess, Olga/s);
    expect(told[2]).toMatch(/Empty table.*3 seats free/s);
  });

  test('the rules of a game are read without sitting down', async () => {
    const { on } = draw('lobby');
    await fireEvent.click(screen.getByRole('button', { name: 'Rules of European Blackjack' }));
    const panel = document.querySelector('dialog');
    expect(panel?.textContent).toContain('European Blackjack');
    expect(panel?.textContent).toContain('If the line breaks');
    expect(on.play).not.toHaveBeenCalled();
  });

  test('the pages of the house are one press away', async () => {
    const { on } = draw('lobby');
    for (const name of ['History', 'Rules', 'Fairness'])
      await fireEvent.click(screen.getByRole('button', { name }));
    await fireEvent.click(screen.getByRole('button', { name: 'Account: Mara' }));
    expect(on.go.mock.calls.flat()).toEqual(['/history', '/rules', '/fairness', '/account']);
  });

  test('why a table could not be opened is said', () => {
    draw('lobby', 'Every table is taken.');
    expect(screen.getByRole('alert').textContent).toBe('Every table is taken.');
  });

  test('000-F3 every open round waits on a slip, and one press goes on with it', async () => {
    const { on } = draw('lobby');
    expect(screen.getByText(/Classic Blackjack, Room A, table 2/)).toBeTruthy();
    for (const go of screen.getAllByRole('button', { name: /^Go on/ })) await fireEvent.click(go);
    expect(on.resume.mock.calls).toEqual([['classic-1-2'], ['european-1-1']]);
  });
});
