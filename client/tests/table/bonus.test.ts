import { fireEvent, screen } from '@testing-library/svelte';
import { describe, expect, test } from 'vitest';
import { box, fixture } from '../../dev/fixtures';
import { freeAmount } from '../../dev/games';
import type { UiState } from '../../src/table/contract';
import type { BonusView, PrivateView, TableView } from '../../src/wire/messages';
import { button, draw } from './draw';

const BONUS: BonusView = {
  bonus: 7,
  kind: 'free_amount',
  games: ['free-amount'],
  amount: 5000,
  balance: 5000,
  wagered: 3000,
  required: 15000,
  granted_at: Date.UTC(2026, 10, 1),
  expires_at: Date.UTC(2026, 11, 30, 12),
  active: false,
  state: 'open',
};
const ACTIVE: BonusView = { ...BONUS, active: true, balance: 4000 };

interface Parts {
  bonuses?: readonly BonusView[];
  you?: Partial<PrivateView>;
  view?: Partial<TableView>;
  ui?: Partial<UiState>;
}
const panel = ({ bonuses = [BONUS], you = {}, view = {}, ui = {} }: Parts = {}) =>
  draw(fixture({ game: freeAmount, you, view, ui: { panel: 'bonus', bonuses, ...ui } }));

const playing = {
  bonus: ACTIVE,
  purse: { balance: 100000, staked: 1000, bonus: 4000, debt: 0 },
};

describe('the bonus panel', () => {
  test('what is played with stands first, a newer one that waits under it', () => {
    const { container } = panel({ bonuses: [{ ...BONUS, bonus: 9 }, ACTIVE], you: playing });
    const order = [...container.querySelectorAll<HTMLElement>('[data-bonus]')];
    expect(order.map(({ dataset }) => dataset.bonus)).toEqual(['7', '9']);
  });

  test('002-W2 a bonus is activated by the player, who sees what it asks for', async () => {
    const { on, find } = panel();
    const text = find('[data-bonus="7"]').textContent?.replaceAll(/\s+/g, ' ');
    expect(text).toContain('Bonus of € 50.00');
    expect(text).toContain('30.00 of 150.00');
    expect(text).toContain('30 Dec');
    expect(find('progress').getAttribute('value')).toBe('3000');
    expect(find('progress').getAttribute('max')).toBe('15000');
    await fireEvent.click(screen.getByRole('button', { name: 'Play with this bonus' }));
    expect(on.activateBonus).toHaveBeenCalledExactlyOnceWith(7);
  });

  test('002-W3 an active bonus is put away to play with real money', async () => {
    const { on, find } = panel({ bonuses: [ACTIVE], you: playing });
    expect(find('[data-playing-with]').textContent).toContain('€\u00a040.00');
    await fireEvent.click(screen.getByRole('button', { name: 'Play with my own money' }));
    expect(on.deactivateBonus).toHaveBeenCalledOnce();
    expect(on.activateBonus).not.toHaveBeenCalled();
  });

  test.each([
    ['a round is played', { phase: 'playing' }, 'not during a round'],
    ['a bet lies', { boxes: [box(1, [], { bet: 500 })] }, 'take your bets off first'],
  ] as const)('no bonus is switched while %s, and the button says so', async (_, view, why) => {
    const { on } = panel({ view: view as Partial<TableView> });
    const plate = screen.getByRole('button', { name: /Play with this bonus/ });
    expect(plate.textContent).toContain(why);
    await fireEvent.click(plate);
    expect(on.activateBonus).not.toHaveBeenCalled();
    expect(on.explain).toHaveBeenCalledWith(`Bonus of €\u00a050.00: ${why}.`);
  });

  test('a bonus for another game is shown and not offered', async () => {
    const { on } = panel({ bonuses: [{ ...BONUS, games: ['classic'] }] });
    await fireEvent.click(screen.getByRole('button', { name: /not good at this game/ }));
    expect(on.activateBonus).not.toHaveBeenCalled();
  });

  test('a second bonus waits until the first is put away', async () => {
    const { on } = panel({ bonuses: [ACTIVE, { ...BONUS, bonus: 8 }], you: playing });
    const plate = screen.getByRole('button', { name: /Play with this bonus/ });
    expect(plate.textContent).toContain('put the other away first');
    await fireEvent.click(plate);
    expect(on.activateBonus).not.toHaveBeenCalled();
    expect(on.explain).toHaveBeenCalledWith('Bonus of €\u00a050.00: put the other away first.');
  });

  test('a bonus is given up by two presses, not by one', async () => {
    const { on } = panel();
    await fireEvent.click(screen.getByRole('button', { name: 'Give up' }));
    expect(on.giveUpBonus).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole('button', { name: 'Give it up for good?' }));
    expect(on.giveUpBonus).toHaveBeenCalledExactlyOnceWith(7);
  });

  test('bonuses at their end are listed with how they ended, and offered no more', () => {
    const { container } = panel({ bonuses: [{ ...BONUS, state: 'expired', balance: 0 }] });
    expect(container.querySelector('[data-bonus]')).toBeNull();
    expect(container.querySelector('.panel li')?.textContent).toContain('Expired');
  });
});

describe('the table while a bonus is active', () => {
  const table = () => draw(fixture({ game: freeAmount, you: playing }));

  test('the balance is the bonus balance, and the own money stands beside it', () => {
    const purse = table().find('[data-purse]').textContent?.replaceAll(/\s+/g, ' ');
    expect(purse).toContain('Bonus balance € 40.00');
    expect(purse).toContain('Own money 1,000.00');
  });

  test('002-W4 a chip above the bonus balance can’t be chosen, though the own money covers it', () => {
    const { find } = table();
    expect(find('[data-rack="10000"]').getAttribute('aria-disabled')).toBe('true');
    expect(find('[data-rack="10000"]').title).toBe('bonus is 40.00');
    expect(find('[data-rack="2500"]').getAttribute('aria-disabled')).toBeNull();
  });

  test('002-W4 rebets are measured against the bonus balance', () => {
    const { find } = draw(fixture({ game: freeAmount, you: { ...playing, redo: { 1: 5000 } } }));
    expect(find(button('redo')).textContent).toContain('bonus is 40.00');
  });

  test('the panel is one press away at games that take bonuses, and at no others', async () => {
    const { on } = table();
    await fireEvent.click(screen.getByRole('button', { name: 'Bonus' }));
    expect(on.open).toHaveBeenCalledWith('bonus');
    const classic = draw(fixture({})).container;
    expect(classic.querySelector('.bar')?.textContent).not.toContain('Bonus');
  });
});
