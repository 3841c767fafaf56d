import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, test, vi } from 'vitest';
import { LOBBIES } from '../../dev/lobbies';
import Lobby from '../../src/lobby/Lobby.svelte';
import type { LobbyHandlers } from '../../src/table/contract';

function draw(name: 'lobby' | 'lobby-guest') {
  const lobby = LOBBIES[name];
  if (!lobby) throw new Error(name);
  const on = {
    sit: vi.fn(),
    play: vi.fn(),
    resume: vi.fn(),
    logIn: vi.fn(),
    register: vi.fn(),
    logOut: vi.fn(),
    openRules: vi.fn(),
    openHistory: vi.fn(),
    openFairness: vi.fn(),
  } satisfies LobbyHandlers;
  return { on, ...render(Lobby, { lobby, connection: 'live', on }) };
}

describe('the lobby', () => {
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

  test('a full table can’t be sat down at', async () => {
    const { on } = draw('lobby');
    await fireEvent.click(screen.getByRole('button', { name: 'Full, Table 2' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Sit down, Table 3' }));
    expect(on.sit).toHaveBeenCalledExactlyOnceWith('classic-multiplayer-1-3');
  });

  test('an open round waits on a slip, and one press goes on with it', async () => {
    const { on } = draw('lobby');
    expect(screen.getByText(/Classic Blackjack, Room A, table 2/)).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Go on' }));
    expect(on.resume).toHaveBeenCalledWith('classic-1-2');
  });
});
