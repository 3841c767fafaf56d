import { expect, test } from 'vitest';
import { credits } from '../../dev/games';
import { decided, settled } from '../../src/words/results';

const game = { ...credits, currency: { code: 'EUR', sign: '€', digits: 2 } };

test.each([
  ['win', 500, 1000, 'Your hand wins €\u00a05.00.'],
  ['blackjack', 500, 1250, 'Your hand has blackjack: €\u00a07.50 won.'],
  ['even_money', 500, 1000, 'Your hand takes even money: €\u00a05.00 won.'],
  ['charlie', 500, 1000, 'Your hand wins with eleven cards: €\u00a05.00 won.'],
  ['push', 500, 500, 'Your hand is a push: €\u00a05.00 comes back.'],
  ['lose', 500, 0, 'Your hand loses €\u00a05.00.'],
  ['bust', 500, 0, 'Your hand is bust: €\u00a05.00 lost.'],
  ['surrender', 500, 250, 'Your hand is surrendered: €\u00a02.50 comes back.'],
  ['lose', 1000, 500, 'Your hand loses: €\u00a05.00 lost, €\u00a05.00 comes back.'],
  ['bust', 500, 500, 'Your hand is bust: €\u00a05.00 comes back.'],
] as const)('a %s on %d that pays %d is told in a sentence', (outcome, bet, paid, told) => {
  expect(settled('Your hand', { outcome, bet, paid }, game)).toBe(told);
});

test('a hand that is decided and not yet paid is told without an amount', () => {
  expect(decided('Box 2', 'blackjack', game)).toBe('Box 2 has blackjack.');
  expect(decided('The first hand of box 2', 'surrender', game)).toBe(
    'The first hand of box 2 is surrendered.',
  );
});
