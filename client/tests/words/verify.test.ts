import { expect, test } from 'vitest';
import { verify } from '../../src/words/verify';

test.each([
  [{ c1: true, c2: true, part: true }, /the same c1 .*, the same c2 .*, its own part/],
  [{ c1: true, c2: null, part: null }, /^At the table it saw the same c1 before the bets\.$/],
  [{ c1: false, c2: true, part: true }, /another c1/],
  [{ c1: true, c2: false, part: true }, /another c2/],
  [{ c1: true, c2: true, part: false }, /not among those/],
])('what the browser remembers of a shuffle, %o, is one sentence', (seen, told) => {
  expect(verify.remembered(seen)).toMatch(told);
});

test('the parts of a shuffle are told with the texts that were typed', () => {
  expect(verify.addedText(0, [])).toMatch(/No part was opened/);
  expect(verify.addedText(2, [])).toMatch(/you can type a text/);
  expect(verify.addedText(2, ['mine', 'hers'])).toMatch(/typed: mine, hers\.$/);
});
