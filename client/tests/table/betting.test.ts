import { fireEvent } from '@testing-library/svelte';
import { describe, expect, test, vi } from 'vitest';
import { box, fixture, hand } from '../../dev/fixtures';
import { credits, multi, shoe } from '../../dev/games';
import { button, draw, shown } from './draw';

const seat = (n: number, player: number | null, name: string) =>
  ({ seat: n, box: n, player, name, present: true, answer: null }) as const;

/** An element's text with every run of white space as one space. */
const flat = (element: Element) => element.textContent?.replaceAll(/\s+/g, ' ').trim();

describe('betting', () => {
  test('000-S5 the kind of the table is written at the top right', () => {
    expect(draw(shown('bet')).find('.kind').textContent).toContain('Single-player');
    expect(draw(shown('multi')).find('.kind').textContent).toContain('Multiplayer');
  });

  test('000-B1 001-B2 the chosen chip stands in the rack at the left, raised and marked', () => {
    const { container, find } = draw(shown('bet'));
    expect(find('[data-rack="2500"]').getAttribute('aria-pressed')).toBe('true');
    expect(container.querySelectorAll('[aria-pressed="true"].chip')).toHaveLength(1);
    expect(find('.deck > :first-child .rack')).toBeTruthy();
  });

  test('000-B2 plus and minus step through the chips', async () => {
    const { on, find } = draw(shown('bet'));
    await fireEvent.click(find('[aria-label="Larger chip"]'));
    await fireEvent.click(find('[aria-label="Smaller chip"]'));
    expect(on.chooseChip).toHaveBeenNthCalledWith(1, 5000);
    expect(on.chooseChip).toHaveBeenNthCalledWith(2, 1000);
  });

  test('at either end of the rack plus and minus say that there is no further chip', async () => {
    const { on, find } = draw(fixture({ ui: { chip: 100 } }));
    await fireEvent.click(find('[aria-label="Smaller chip"]'));
    expect(on.explain).toHaveBeenCalledExactlyOnceWith('That is the smallest chip.');
    const top = draw(fixture({ ui: { chip: 10000 } }));
    await fireEvent.click(top.find('[aria-label="Larger chip"]'));
    expect(top.on.explain).toHaveBeenCalledExactlyOnceWith('That is the largest chip.');
    expect(top.on.chooseChip).not.toHaveBeenCalled();
  });

  test('001-B1 a press on a chip chooses its value', async () => {
    const { on, find } = draw(shown('bet'));
    await fireEvent.click(find('[data-rack="500"]'));
    expect(on.chooseChip).toHaveBeenCalledWith(500);
  });

  test('000-B3 001-B3 002-B2 003-B1 004-B2 a click on a box bets one chosen chip', async () => {
    const { on, find } = draw(shown('bet'));
    await fireEvent.click(find('[data-spot="3"]'));
    expect(on.placeBet).toHaveBeenCalledExactlyOnceWith(3, 2500);
  });

  test('000-B15 a right click takes one chip of the chosen value', async () => {
    const { on, find } = draw(shown('bet'));
    await fireEvent.contextMenu(find('[data-spot="2"]'));
    expect(on.takeBet).toHaveBeenCalledExactlyOnceWith(2, 2500);
  });

  test('001-B12 Shift with a click takes the chip laid last', async () => {
    const { on, find } = draw(shown('bet'));
    await fireEvent.click(find('[data-spot="2"]'), { shiftKey: true });
    expect(on.takeLast).toHaveBeenCalledExactlyOnceWith(2);
    expect(on.placeBet).not.toHaveBeenCalled();
  });

  test('004-B6 Ctrl with a click clears the box, once, though a Mac reports two clicks', async () => {
    const { on, find } = draw(shown('bet'));
    const spot = find('[data-spot="2"]');
    await fireEvent.pointerDown(spot, { pointerType: 'mouse', ctrlKey: true });
    await fireEvent.contextMenu(spot, { ctrlKey: true });
    await fireEvent.click(spot, { ctrlKey: true, detail: 1 });
    expect(on.clearBox).toHaveBeenCalledExactlyOnceWith(2);
    expect(on.takeBet).not.toHaveBeenCalled();
  });

  test('a long press takes a chip, and the click after it does nothing', async () => {
    const { on, find } = draw(shown('bet'));
    const spot = find('[data-spot="2"]');
    await fireEvent.pointerDown(spot, { pointerType: 'touch' });
    await vi.waitFor(() => expect(on.takeBet).toHaveBeenCalled(), { timeout: 30_000 });
    await fireEvent.pointerUp(spot, { pointerType: 'touch' });
    await fireEvent.click(spot, { detail: 1 });
    expect(on.takeBet).toHaveBeenCalledExactlyOnceWith(2, 2500);
    expect(on.placeBet).not.toHaveBeenCalled();
  });

  test('nothing is bet before the press is released, so sliding off bets nothing', async () => {
    const { on, find } = draw(shown('bet'));
    await fireEvent.pointerDown(find('[data-spot="2"]'), { pointerType: 'mouse' });
    await fireEvent.pointerLeave(find('[data-spot="2"]'));
    expect(on.placeBet).not.toHaveBeenCalled();
  });

  test('the keyboard takes and clears on the focused box', async () => {
    const { on, find } = draw(shown('bet'));
    const spot = find('[data-spot="2"]');
    for (const key of ['-', 'Backspace', 'Delete']) await fireEvent.keyDown(spot, { key });
    expect(on.takeBet).toHaveBeenCalledWith(2, 2500);
    expect(on.takeLast).toHaveBeenCalledWith(2);
    expect(on.clearBox).toHaveBeenCalledWith(2);
  });

  test('004-B3 dragging a chip to a box lays it there, and chooses nothing', async () => {
    const { on, find } = draw(shown('bet'));
    const chip = find('[data-rack="500"]');
    chip.setPointerCapture = () => {};
    document.elementFromPoint = () => find('[data-spot="3"]');
    await fireEvent.pointerDown(chip, { pointerId: 1, button: 0, clientX: 0, clientY: 0 });
    await fireEvent.pointerMove(chip, { pointerId: 1, clientX: 80, clientY: -90 });
    expect(find('.ghost')).toBeTruthy();
    await fireEvent.pointerUp(chip, { pointerId: 1, clientX: 90, clientY: -200 });
    await fireEvent.click(chip, { detail: 1 });
    expect(on.placeBet).toHaveBeenCalledExactlyOnceWith(3, 500);
    expect(on.chooseChip).not.toHaveBeenCalled();
  });

  test('002-B3 bets are drawn in chips of the game’s values and always written', () => {
    const { find } = draw(shown('bet'));
    expect(find('[data-box="2"] .laid .amt').textContent).toBe('65.00');
    const chips = [...find('[data-bet="2"]').querySelectorAll('text')].map((t) => t.textContent);
    expect(chips).toEqual(['50', '10', '5']);
  });

  test('001-B4 002-B4 003-B3 004-B4 Deal wakes with the first bet of at least the minimum', async () => {
    const poor = draw(shown('empty'));
    await fireEvent.click(poor.find(button('deal')));
    expect(poor.on.deal).not.toHaveBeenCalled();
    expect(poor.on.explain).toHaveBeenCalledWith('Deal: bet at least 1.00.');
    const ready = draw(shown('bet'));
    await fireEvent.click(ready.find(button('deal')));
    expect(ready.on.deal).toHaveBeenCalledOnce();
  });

  test('000-B20 Redo is unavailable before a round was played here, and says so', async () => {
    const { on, find } = draw(shown('bet'));
    expect(find(button('redo')).getAttribute('aria-disabled')).toBe('true');
    expect(find(button('redo')).textContent).toContain('no round here');
    await fireEvent.click(find(button('redo')));
    expect(on.redo).not.toHaveBeenCalled();
  });

  test('001-B6 Rebet wants the money for it', () => {
    const { find } = draw(
      fixture({
        you: { redo: { 1: 5000 }, purse: { balance: 4000, staked: 0, bonus: null, debt: 0 } },
      }),
    );
    expect(find(button('redo')).textContent).toContain('balance is 40.00');
  });

  test('001-B7 001-B11 004-B5 Rebet lays the bets, Double doubles them, and neither deals', async () => {
    const { on, find } = draw(fixture({ you: { redo: { 1: 2500 } } }));
    await fireEvent.click(find(button('redo')));
    await fireEvent.click(find(button('double_bets')));
    expect(on.redo).toHaveBeenCalledOnce();
    expect(on.double).toHaveBeenCalledOnce();
    expect(on.deal).not.toHaveBeenCalled();
  });

  test('001-B9 Double bet is unavailable beyond the table’s maximum', () => {
    const { find } = draw(shown('bet'));
    expect(find(button('double_bets')).textContent).toContain('at most 100.00');
  });

  test('001-B13 Clear takes the whole wager off', async () => {
    const { on, find } = draw(shown('bet'));
    await fireEvent.click(find(button('clear')));
    expect(on.clear).toHaveBeenCalledOnce();
  });

  test('004-B7 Cancel, as six-deck-shoe calls it, clears all bets', async () => {
    const bets = fixture({ game: shoe, view: { boxes: [box(1, [], { bet: 500 })] } });
    const { on, find } = draw(bets);
    expect(find(button('clear')).textContent).toContain('Cancel');
    await fireEvent.click(find(button('clear')));
    expect(on.clear).toHaveBeenCalledOnce();
  });

  test('000-B5 the holder’s name stands at the foot of his box', () => {
    const { find } = draw(shown('multi'));
    expect(find('[data-seat="3"]').textContent).toContain('Jonas');
    expect(find('[data-seat="2"]').textContent).toContain('You');
  });

  test('000-B10 000-B14 whoever lost a box to another reads it on a slip', async () => {
    const { on, find } = draw(shown('multi'));
    expect(find('[data-slip]').textContent).toContain('Your 10.00 came back.');
    await fireEvent.click(find('[data-slip] button'));
    expect(on.dismiss).toHaveBeenCalledWith(1);
  });

  test('000-B23 Skip is available only while no bet of the player lies', async () => {
    expect(draw(shown('multi')).find(button('skip')).textContent).toContain('bet placed');
    const free = draw(
      fixture({
        game: multi,
        view: { seats: [seat(1, 3, 'Ines'), seat(2, 1, 'Mara')] },
        you: { can_skip: true },
      }),
    );
    await fireEvent.click(free.find(button('skip')));
    expect(free.on.skip).toHaveBeenCalledOnce();
  });

  test('000-B25 Skip is not shown while only one seat is taken', () => {
    const alone = fixture({
      game: multi,
      view: { seats: [seat(1, 1, 'Mara'), seat(2, null, '')] },
    });
    expect(draw(alone).container.querySelector(button('skip'))).toBeNull();
  });

  test('000-T1 a countdown runs at the top left while players are waited for', () => {
    const { find } = draw(shown('multi'));
    expect(find('[role="timer"]').getAttribute('aria-label')).toBe('Betting closes: 14 s');
  });

  test('001-C7 Turbo is lit red while on, and a press switches it', async () => {
    const { on, find } = draw(shown('credits'));
    expect(find('.tool.lit').getAttribute('aria-pressed')).toBe('true');
    await fireEvent.click(find('.tool.lit'));
    expect(on.setSpeed).toHaveBeenCalledWith('normal');
    const off = draw(fixture({ game: credits, ui: { speed: 'normal' } }));
    await fireEvent.click(off.find('[title^="Speed"]'));
    expect(off.on.setSpeed).toHaveBeenCalledExactlyOnceWith('off');
  });

  test('001-C8 001-C9 001-C10 001-C11 the console shows name, money, credits and denomination', () => {
    const { container } = draw(shown('credits'));
    const rows = [...container.querySelectorAll('.console div')].map(flat);
    expect(rows).toEqual(['Player Mara', 'Balance € 98.00', 'Credits 980', 'Denomination € 0.10']);
  });

  test('001-W1 what was won is told in credits and in currency', () => {
    const won = fixture({
      game: credits,
      view: { phase: 'over', boxes: [box(1, [hand('Kd Qs', 200, 'settled', 'win', 400)])] },
      ui: { result: { staked: 200, paid: 400 } },
    });
    expect(flat(draw(won).find('[data-purse]'))).toContain('net +20 (€ 2.00)');
  });

  test('001-C13 no credits are paid without a win', () => {
    const lost = fixture({ game: credits, ui: { result: { staked: 200, paid: 0 } } });
    expect(flat(draw(lost).find('.meter'))).toMatch(/Credits paid Credits bet 20$/);
  });

  test('what is owed since a round was called off stands beside the balance', () => {
    const purse = { balance: 5000, staked: 0, bonus: null, debt: 800 };
    expect(flat(draw(fixture({ you: { purse } })).find('[data-owed]'))).toBe('· Owed 8.00');
    expect(draw(shown('bet')).container.querySelector('[data-owed]')).toBeNull();
  });

  test('001-C12 001-C13 001-C14 the meter bar shows denomination, credits paid and credits bet', () => {
    const won = fixture({ game: credits, ui: { result: { staked: 200, paid: 400 } } });
    const meter = flat(draw(won).find('.meter'));
    expect(meter).toBe('Denomination € 0.10 Credits paid 40 Credits bet 20');
  });

  test('a bet that is sent and not yet accepted is drawn faintly', () => {
    const { find } = draw(shown('refused'));
    expect(find('[data-box="3"] .laid').classList).toContain('pending');
    expect(find('.refusal').textContent).toContain('Box 2 takes at most 100.00.');
  });

  test('no bet can be pressed while the line is down', () => {
    const { container, find } = draw({
      ...shown('bet'),
      ui: { ...shown('bet').ui, connection: 'offline' },
    });
    expect(container.querySelector('button[data-spot]')).toBeNull();
    expect(find(button('deal')).textContent).toContain('no connection');
    expect(find('.banner').textContent).toContain('Offline');
  });
});
