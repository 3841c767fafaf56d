import { expect, test } from 'vitest';
import { classic } from '../../dev/games';
import { hintSentence } from '../../src/session/hints';

test('a hint names the card and what every other choice costs', () => {
  const values = { hit: -0.54, stand: -0.51, double: -1.08 };
  expect(hintSentence({ decision: 3, action: 'stand', values }, classic)).toBe(
    'The card says Stand. Hit costs 3.0 %, Double costs 57.0 %.',
  );
});

test('a hand that no certificate knows gets the card alone', () => {
  expect(hintSentence({ decision: 3, action: 'hit', values: null }, classic)).toBe(
    'The card says Hit.',
  );
});
