import { fireEvent } from '@testing-library/svelte';
import { describe, expect, test } from 'vitest';
import { box, type Fixture, fixture, hand } from '../../dev/fixtures';
import { multi } from '../../dev/games';
import { DEFAULT_KEYS, meant } from '../../src/keys/keymap';
import type { TableView } from '../../src/wire/messages';
import { button, draw } from './draw';

const ANN = 2;
const seat = (n: number, player: number | null, name = '') => ({
  seat: n,
  box: n,
  player,
  name,
  present: true,
  answer: null,
});
const FULL = [seat(1, ANN, 'Ann'), seat(2, 3, 'Ben'), seat(3, 4, 'Cleo')];
const ONE_FREE = [seat(1, ANN, 'Ann'), seat(2, null), seat(3, 4, 'Cleo')];

const lying = [box(1, [hand('Th 6c', 500, 'standing')], { owner: ANN }), box(2), box(3)];
const playing = [box(1, [hand('Th 6c', 500, 'playing')], { owner: ANN }), box(2), box(3)];
const asked = (asking: 'play' | 'insurance') => ({
  decision: 1,
  box: 1,
  hand: 0,
  asking,
  left_ms: 9,
});

/** What the table may be at: everything that an onlooker can come upon. */
const PHASES: readonly [string, Partial<TableView>, string][] = [
  ['betting', {}, 'All seats are taken: you look on.'],
  ['betting over a finished round', { boxes: lying }, 'All seats are taken: you look on.'],
  ['mixing', { phase: 'mixing' }, 'All seats are taken: you look on.'],
  [
    'insurance',
    { phase: 'insurance', boxes: playing, turn: asked('insurance') },
    'Ann decides. You look on.',
  ],
  ['playing', { phase: 'playing', boxes: playing, turn: asked('play') }, 'Ann plays. You look on.'],
  ['the dealer’s play', { phase: 'playing', boxes: lying }, 'All seats are taken: you look on.'],
  ['over', { phase: 'over', boxes: lying }, 'All seats are taken: you look on.'],
];

const onlooker = (
  view: Partial<TableView>,
  ui: Parameters<typeof fixture>[0]['ui'] = {},
): Fixture => fixture({ game: multi, view: { seats: FULL, ...view }, ui });
const lines = ({ find }: ReturnType<typeof draw>) => find('.watching p').textContent?.trim();

describe('who has no seat at a table for several', () => {
  test.each(PHASES)('has a quiet deck in %s', (_, view, says) => {
    const drawn = draw(onlooker(view));
    expect(lines(drawn)).toBe(says);
    expect(
      drawn.container.querySelectorAll('[data-button], [data-rack], button[data-spot]'),
    ).toHaveLength(0);
    expect(drawn.find('[data-watching]').getAttribute('aria-label')).toBe(
      'Rules and strategy card',
    );
  });

  test('sees no deck of his own round either, once his seat is given up', () => {
    const result = { staked: 500, paid: 0 };
    expect(lines(draw(onlooker({ boxes: lying }, { result })))).toBe(PHASES[0]?.[2]);
  });

  test.each(PHASES)('can sit down in %s when a seat is free', async (phase, view) => {
    const { find, on } = draw(onlooker({ ...view, seats: ONE_FREE }));
    expect(find('.watching').textContent).toContain('One seat is free.');
    expect(find('.watching').textContent).not.toContain('All seats');
    const later = !/betting|over/.test(phase);
    expect(find(button('sit')).textContent?.includes('from the next round on')).toBe(later);
    await fireEvent.click(find(button('sit')));
    expect(on.sit).toHaveBeenCalledOnce();
  });

  test('counts the seats, and presses nothing while the line is down', async () => {
    const seats = [seat(1, ANN, 'Ann'), seat(2, null), seat(3, null)];
    const { find, on } = draw(onlooker({ seats }, { connection: 'reconnecting' }));
    expect(find('.watching').textContent).toContain('Two seats are free.');
    expect(find(button('sit')).getAttribute('aria-disabled')).toBe('true');
    await fireEvent.click(find(button('sit')));
    expect(on.sit).not.toHaveBeenCalled();
  });

  test('hears of the table’s betting, and is not asked to bet', () => {
    expect(draw(onlooker({})).find('.say').textContent).toBe('Betting is open.');
    const seated = draw(onlooker({ seats: [seat(1, 1, 'Mara'), seat(2, null), seat(3, null)] }));
    expect(seated.find('.say').textContent).toBe('Place your bets.');
  });
});

describe('who has a seat and no cards', () => {
  const mine = (answer: 'skip' | null) => [
    { ...seat(2, 1, 'Mara'), answer },
    ...FULL.filter((s) => s.seat !== 2),
  ];

  test.each([
    [null, 'Ann plays. You play from the next round on.'],
    ['skip' as const, 'Ann plays. You sit this one out.'],
  ])('is told when he plays: %s', (answer, says) => {
    const drawn = draw(
      onlooker({ phase: 'playing', boxes: playing, turn: asked('play'), seats: mine(answer) }),
    );
    expect(lines(drawn)).toBe(says);
    expect(drawn.container.querySelector(button('sit'))).toBeNull();
  });

  test('waits for another while his own cards lie', () => {
    const boxes = [...playing.slice(0, 1), box(2, [hand('9h 9c', 500, 'standing')]), box(3)];
    const drawn = draw(
      onlooker({ phase: 'playing', boxes, turn: asked('play'), seats: mine(null) }),
    );
    expect(lines(drawn)).toBe('Ann plays.');
  });
});

test('Enter is the key of sitting down, as of dealing', () => {
  const press = { key: 'Enter', ctrlKey: false, altKey: false, metaKey: false, repeat: false };
  expect(meant(press, DEFAULT_KEYS)).toContain('sit');
});
