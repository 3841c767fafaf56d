import { fireEvent } from '@testing-library/svelte';
import { describe, expect, test } from 'vitest';
import { box, fixture, hand } from '../../dev/fixtures';
import { classic, freeAmount, shoe, vegas } from '../../dev/games';
import type { Outcome } from '../../src/wire/messages';
import { button, draw, shown } from './draw';

const ended = (cards: string, outcome: Outcome, paid: number) =>
  draw(
    fixture({
      view: { phase: 'over', boxes: [box(1, [hand(cards, 1000, 'settled', outcome, paid)])] },
    }),
  );

const playing = (
  cards: string,
  actions: readonly ('hit' | 'stand' | 'double' | 'split')[],
  game = classic,
) =>
  fixture({
    game,
    view: {
      phase: 'playing',
      round: '7',
      turn: { decision: 1, box: 1, hand: 0, asking: 'play', left_ms: null },
      boxes: [box(1, [hand(cards, 1000, 'playing')])],
    },
    you: { decision: 1, offers: actions.map((action) => ({ action, cost: 0 })) },
  });

const text = (drawn: ReturnType<typeof draw>, name: string) => drawn.find(button(name)).textContent;

describe('playing', () => {
  test('000-D2 the round’s number stands at the top right from the first card on', () => {
    expect(draw(shown('play')).find('[data-round]').textContent).toBe('Round 7K3F-0219');
    expect(draw(shown('bet')).container.querySelector('[data-round]')).toBeNull();
  });

  test('000-C1 001-C1 every hand has its total in a disc above its cards', () => {
    const { find } = draw(shown('play'));
    const parts = [...find('[data-hand="b1h0"]').children];
    expect(parts[0]?.querySelector('[data-disc]')?.textContent).toContain('20');
    expect(parts[1]?.matches('[data-cards]')).toBe(true);
  });

  test('001-C2 the disc follows the cards', async () => {
    const { find, rerender, on } = draw(playing('5h 6d', ['hit']));
    expect(find('[data-disc="b1h0"] text').textContent).toBe('11');
    await rerender({ ...playing('5h 6d 4c', ['hit']), on });
    expect(find('[data-disc="b1h0"] text').textContent).toBe('15');
  });

  test('a bust hand is told as bust from its last card on, until the dealer plays', () => {
    const said = (status: 'playing' | 'decided', cards: string) => {
      const { view, ...rest } = playing('Kd 5s Tc', []);
      const at = hand('Kd 5s Tc', 1000, 'playing', status === 'decided' ? 'bust' : null);
      const dealer = { cards: cards.split(' '), total: 17, soft: false };
      return draw({ ...rest, view: { ...view, boxes: [box(1, [at])], dealer } }).find('.say')
        .textContent;
    };
    expect(said('playing', '9h')).toBe('Twenty-five, bust.');
    expect(said('decided', '9h')).toBe('Twenty-five, bust.');
    expect(said('decided', '9h 8c')).toBe('Dealer has seventeen.');
  });

  test.each([
    ['a card on its way', ['6s'], 0, ''],
    ['a card that lies', ['6s'], 6, 'Dealer shows the six of spades.'],
    ['a hole card that turns', ['5h', '6s'], 6, ''],
    ['a hole card that is turned', ['5h', '6s'], 11, 'Dealer has eleven.'],
    ['a third card on its way', ['5h', '6s', '9d'], 11, 'Dealer has eleven.'],
  ])('the dealer’s line speaks of no card before it can be read: %s', (_, cards, total, line) => {
    const dealer = { cards, total, soft: false };
    const boxes = [box(1, [hand('Kd 9s', 1000, 'standing')])];
    const { find } = draw(fixture({ view: { phase: 'playing', boxes, dealer } }));
    expect(find('.say').textContent).toBe(line);
  });

  test.each([
    ['000-C2', 'Kd 5s', 'waiting', null, 'wait', 'Waiting'],
    ['000-C3', 'Kd Qs', 'standing', null, 'stand', 'Stand'],
  ] as const)('%s a hand %s that is %s has its own disc', (_, cards, status, _o, kind, word) => {
    const { find } = draw(
      fixture({ view: { phase: 'playing', boxes: [box(1, [hand(cards, 1000, status)])] } }),
    );
    expect(find('[data-disc="b1h0"]').classList).toContain(kind);
    expect(find('[data-disc="b1h0"] .word').textContent).toBe(word);
  });

  test.each([
    ['000-C4', 'As Kd', 'blackjack', 2500, 'blackjack', 'Blackjack'],
    ['000-C4', 'As Kd', 'even_money', 2000, 'blackjack', 'Even money'],
    ['000-C5', 'Kd 5s 9h', 'bust', 0, 'bust', 'Bust'],
    ['000-C6', 'Kd 7s', 'lose', 0, 'lose', 'Lose'],
    ['000-C7', 'Kd Qs', 'win', 2000, 'win', 'Win'],
    ['000-C7', '2d 2s 2h 3h 3s', 'charlie', 2000, 'win', 'Charlie'],
    ['000-C8', 'Kd 8s', 'push', 1000, 'push', 'Push'],
    ['000-C8', 'Kd 6s', 'surrender', 500, 'surrender', 'Surrender'],
  ] as const)(
    '%s the result of %s, %s, has its colour and its word',
    (_, cards, outcome, paid, kind, word) => {
      const { find } = ended(cards, outcome, paid);
      expect(find('[data-disc="b1h0"]').classList).toContain(kind);
      expect(find('[data-disc="b1h0"] .word').textContent).toBe(word);
    },
  );

  test('results say what was won, what came back and what was lost', () => {
    const lies = (drawn: ReturnType<typeof draw>) =>
      drawn.find('[data-hand="b1h0"] .bet .amt').textContent;
    expect(lies(ended('As Kd', 'blackjack', 2500))).toBe('+15.00');
    expect(lies(ended('Kd 8s', 'push', 1000))).toBe('10.00 back');
    expect(lies(ended('Kd 6s', 'surrender', 500))).toBe('5.00 back');
    expect(lies(ended('Kd 7s', 'lose', 0))).toBe('−10.00');
  });

  test('000-C9 the arrow marks the hand to act, in insurance too', () => {
    const marked = (name: string) =>
      [...draw(shown(name)).container.querySelectorAll('.orbit')].map((arrow) =>
        arrow.closest('[data-disc]')?.getAttribute('data-disc'),
      );
    expect(marked('play')).toEqual(['b2h1']);
    expect(marked('insurance')).toEqual(['b1h0']);
  });

  test('000-C10 an insurance bet lies above the cards of its hand', () => {
    const head = draw(shown('evenmoney')).find('[data-hand="b1h0"] .head');
    expect(head.querySelector('[data-insurance="1"]')?.textContent).toContain('17.50');
  });

  test('an insurance that was settled is written with what came of it', () => {
    const came = (paid: number) => {
      const insured = box(1, [hand('Td 6h', 1000, 'settled', 'lose', 0)], {
        insurance: 500,
        insurance_paid: paid,
      });
      return draw(fixture({ view: { phase: 'over', boxes: [insured] } })).find('.insurance');
    };
    expect(came(0).textContent?.trim()).toBe('Insurance −5.00');
    expect(came(0).querySelector('svg')).toBeNull();
    expect(came(1500).textContent?.trim()).toBe('Insurance +10.00');
  });

  test('000-C11 while another player’s hand is played there are no action buttons', () => {
    const { container } = draw(shown('multi-other'));
    expect(container.querySelector('[data-button]')).toBeNull();
  });

  test('000-C12 the button at the table leads to the strategy card, cell by cell', async () => {
    const others = shown('multi-other');
    const row = (cell: string) => Array<string>(10).fill(cell);
    const sixteen = ['S', 'S', 'S', 'S', 'S', 'H', 'H', 'Rh', 'Rs', 'Dh'];
    const card = {
      insure: false,
      even_money: false,
      hard: { 15: row('H'), 16: sixteen },
      soft: { 18: row('Ds') },
      pairs: { A: row('P') },
    };
    const at = { ...others, game: { ...others.game, card } };
    const { on, container, find, rerender } = draw(at);
    const look = [...container.querySelectorAll<HTMLElement>('footer button')].find((b) =>
      b.textContent?.includes('strategy card'),
    );
    if (!look) throw new Error('no way to the strategy card');
    await fireEvent.click(look);
    expect(on.open).toHaveBeenCalledWith('rules');
    await rerender({ ...at, ui: { ...at.ui, panel: 'rules' }, on });
    const drawn = find('section[aria-label="Strategy card"]');
    const lines = [...drawn.querySelectorAll('tbody tr')].map((line) =>
      [...line.children].map((cell) => cell.textContent?.trim()),
    );
    expect(lines).toContainEqual(['16', ...sixteen]);
    expect(lines).toContainEqual(['A', ...row('P')]);
    expect(lines).toHaveLength(4);
  });

  test('001-C3 001-C4 a soft total says so steadily, and shows the high total', () => {
    const { find } = draw(playing('5h As', ['hit', 'stand']));
    expect(find('[data-disc="b1h0"] text').textContent).toBe('16');
    expect(find('[data-disc="b1h0"] .word').textContent).toBe('Soft 16');
  });

  test('004-A4 an ace that counts one is not called soft', () => {
    const { find } = draw(playing('Ah 6d Kc', ['hit', 'stand']));
    expect(find('[data-disc="b1h0"] .word').textContent).toBe('Your turn');
    expect(find('.say').textContent).not.toMatch(/soft/i);
    expect(draw(playing('Ah 6d', ['hit'])).find('.say').textContent).toContain('Soft seventeen');
  });

  test('000-X9 on a split hand only Hit and Stand can be pressed, the others say why', async () => {
    const split = playing('8h 3d', ['hit', 'stand']);
    const view = {
      ...split.view,
      boxes: [box(1, [hand('8h 3d', 1000, 'playing'), hand('8s', 1000)])],
    };
    const drawn = draw({ ...split, view });
    const free = [...drawn.container.querySelectorAll('[data-button]:not([aria-disabled])')];
    expect(free.map((b) => b.getAttribute('data-button'))).toEqual(['hit', 'stand']);
    expect(text(drawn, 'double')).toContain('not after a split');
    await fireEvent.click(drawn.find(button('double')));
    expect(drawn.on.act).not.toHaveBeenCalled();
    expect(drawn.on.explain).toHaveBeenCalledWith('Double: not after a split.');
  });

  test('after the deal the five actions stand in their places, what is offered can be pressed', async () => {
    const drawn = draw(playing('5h 6d', ['hit', 'stand', 'double']));
    const names = [...drawn.container.querySelectorAll('[data-button]')].map((b) =>
      b.getAttribute('data-button'),
    );
    expect(names).toEqual(['hit', 'stand', 'double', 'split', 'surrender']);
    for (const name of ['hit', 'stand', 'double']) await fireEvent.click(drawn.find(button(name)));
    expect(drawn.on.act).toHaveBeenCalledTimes(3);
    expect(text(drawn, 'split')).toContain('no pair');
  });

  test('002-P1 Hit, Stand and Double down are shown after the deal of free-amount, nothing on a natural', () => {
    const dealt = draw(playing('5h 6d', ['hit', 'stand', 'double'], freeAmount));
    const free = [...dealt.container.querySelectorAll('[data-button]:not([aria-disabled])')];
    expect(free.map((one) => one.textContent?.match(/^\s*([A-Z][a-z]+( down)?)/)?.[1])).toEqual([
      'Hit',
      'Stand',
      'Double down',
    ]);
    const natural = draw(playing('As Kd', [], freeAmount)).container;
    expect(natural.querySelector('[data-button]:not([aria-disabled])')).toBeNull();
  });

  test('004-X10 a split hand under 21 is offered Stand, Deal, Double and Split at the shoe', async () => {
    const split = playing('8h 8d', ['hit', 'stand', 'double', 'split'], shoe);
    const hands = [hand('8h 8d', 1000, 'playing'), hand('8s', 1000)];
    const drawn = draw({ ...split, view: { ...split.view, boxes: [box(1, hands)] } });
    for (const [name, word] of [
      ['hit', 'Deal'],
      ['stand', 'Stand'],
      ['double', 'Double'],
      ['split', 'Split'],
    ] as const) {
      expect(text(drawn, name)).toContain(word);
      await fireEvent.click(drawn.find(button(name)));
      expect(drawn.on.act).toHaveBeenLastCalledWith(name);
    }
  });

  test('the hit button reads Deal at six-deck-shoe', () => {
    expect(text(draw(playing('5h 6d', ['hit'], shoe)), 'hit')).toContain('Deal');
  });

  test('an action is pressed once: the sent one stays down until it is answered', async () => {
    const drawn = draw({
      ...playing('5h 6d', ['hit', 'stand']),
      ui: { ...shown('play').ui, pendingButton: 'hit', slow: true },
    });
    await fireEvent.click(drawn.find(button('hit')));
    expect(drawn.on.act).not.toHaveBeenCalled();
    expect(text(drawn, 'hit')).toContain('one moment');
  });

  test('while cards move the buttons stay as they were, and a press reaches the controller', async () => {
    const still = playing('5h 6d', ['hit', 'stand']);
    const { find, rerender, on } = draw(still);
    const you = still.you && { ...still.you, offers: [] };
    const rested = still.you && { view: still.view, you: still.you };
    await rerender({ ...still, you, ui: { ...still.ui, moving: true, rested }, on });
    expect(find(button('hit')).getAttribute('aria-disabled')).toBeNull();
    await fireEvent.click(find(button('hit')));
    expect(on.act).toHaveBeenCalledWith('hit');
  });

  test('no hand is marked any more once the dealer shows his second card', () => {
    const still = playing('Kh Ad', ['stand']);
    const dealer = { cards: ['2d', 'Ks'], total: 12, soft: false };
    const { container, find } = draw({ ...still, view: { ...still.view, dealer } });
    expect(container.querySelector('.orbit')).toBeNull();
    expect(find('.say').textContent).toBe('Dealer has twelve.');
  });

  test('000-I4 insurance is a button at the bottom, with its cost', async () => {
    const { on, find } = draw(shown('insurance'));
    expect(find('.deck').contains(find(button('insure')))).toBe(true);
    expect(find(button('insure')).textContent).toContain('+17.50');
    await fireEvent.click(find(button('insure')));
    expect(on.act).toHaveBeenCalledWith('insure');
  });

  test('a question keeps its cost while its answer is shown', async () => {
    const still = shown('insurance');
    const { find, rerender, on } = draw(still);
    const asked = find('#question').textContent;
    const you = still.you && { ...still.you, offers: [] };
    const rested = still.you && { view: still.view, you: still.you };
    await rerender({ ...still, you, ui: { ...still.ui, moving: true, rested }, on });
    expect(find('#question').textContent).toBe(asked);
    expect(find(button('insure')).textContent).toContain('+17.50');
  });

  test('after the last answer no button gives a reason that belongs to a hand in play', async () => {
    const still = shown('insurance');
    const rested = still.you && { view: still.view, you: still.you };
    const view = { ...still.view, phase: 'over' as const, turn: null };
    const drawn = draw({ ...still, view, ui: { ...still.ui, moving: true, rested } });
    for (const name of ['hit', 'stand', 'double', 'split'])
      expect(text(drawn, name)).toContain('one moment');
  });

  test('the dealer’s ace is an ace until the other card can be read', () => {
    const plaque = (cards: (string | null)[], total: number, soft: boolean) => {
      const still = playing('Kd 9s', []);
      const dealer = { cards, total, soft };
      return draw({ ...still, view: { ...still.view, dealer } }).find('.plaque').textContent;
    };
    expect(plaque([null, 'Ac'], 11, true)).toBe('Ace');
    expect(plaque(['Kh', 'Ac'], 11, true)).toBe('Ace');
    expect(plaque(['Kh', 'Ac'], 21, true)).toBe('21');
    expect(plaque(['5h', '6c'], 11, false)).toBe('11');
  });

  test('000-I17 Skip declines insurance or even money, and has the focus', async () => {
    for (const name of ['insurance', 'evenmoney']) {
      const { on, find } = draw(shown(name));
      expect(document.activeElement).toBe(find(button('pass')));
      expect(find(button('pass')).textContent).toContain('Skip');
      await fireEvent.click(find(button('pass')));
      expect(on.act).toHaveBeenCalledWith('pass');
    }
  });

  test('003-I3 the answers are Insure and Pass at the 003 games', () => {
    const { find } = draw({ ...shown('insurance'), game: vegas });
    expect(find(button('insure')).textContent).toContain('Insure');
    expect(find(button('pass')).textContent).toContain('Pass');
  });

  test('004-N3 a dealer’s natural is turned up and said', () => {
    const natural = fixture({
      view: {
        phase: 'over',
        peeked: true,
        dealer: { cards: ['As', 'Kd'], total: 21, soft: true },
        boxes: [box(1, [hand('Kd 9s', 1000, 'settled', 'lose', 0)])],
      },
    });
    const { container, find } = draw(natural);
    expect(find('.say').textContent).toBe('Dealer has blackjack.');
    const cards = [...container.querySelectorAll('[data-card^="d"]')];
    expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual([
      'ace of spades',
      'king of diamonds',
    ]);
  });

  test('004-N6 without a natural he says so, and the card stays face down', () => {
    const { find, container } = draw(shown('shoe'));
    expect(find('.looked').textContent).toBe('No blackjack');
    expect(container.querySelector('[data-card="d1"]')?.getAttribute('aria-label')).toBe(
      'face-down card',
    );
  });

  test('004-E6 the rules panel shows the table of payoffs', () => {
    const rows = [...draw(shown('rules')).container.querySelectorAll('.payoffs tr')].map((row) =>
      row.textContent?.trim(),
    );
    expect(rows).toEqual(['Win1:1', 'Insurance2:1', 'Blackjack3:2']);
  });

  test('004-R3 the player may cut a new shoe, zero when he chooses nothing', async () => {
    const { on, find } = draw(shown('cut'));
    await fireEvent.click(find('.panel .btn.go'));
    expect(on.cut).toHaveBeenCalledWith(0);
    await fireEvent.input(find('.panel input'), { target: { value: '17' } });
    await fireEvent.click(find('.panel .btn.go'));
    expect(on.cut).toHaveBeenLastCalledWith(17);
  });

  test('the text twin tells every hand that is drawn', () => {
    const lines = [...draw(shown('play')).container.querySelectorAll('section.sr li')].map((li) =>
      li.textContent?.trim(),
    );
    expect(lines).toContain(
      'Box 2, second hand: eight of clubs, three of hearts; eleven; your turn; 25.00.',
    );
    expect(lines[0]).toBe('Dealer: six of clubs, face-down card, six.');
  });

  test('box 1 is first in the page and so in focus order, and a split’s hands follow each other', () => {
    const { container } = draw(shown('play'));
    const boxes = [...container.querySelectorAll('[data-box]')].map((b) =>
      b.getAttribute('data-box'),
    );
    expect(boxes).toEqual(['1', '2', '3']);
    const hands = [...container.querySelectorAll('[data-box="2"] [data-hand]')].map((h) =>
      h.getAttribute('data-hand'),
    );
    expect(hands).toEqual(['b2h0', 'b2h1', 'b2h2']);
  });
});
