import { expect, test } from 'vitest';
import { capital, listed } from '../../src/words/text';

test('a list of words ends in "or"', () => {
  expect(listed([])).toBe('');
  expect(listed(['hit'])).toBe('hit');
  expect(listed(['hit', 'stand', 'double'])).toBe('hit, stand or double');
});

test('a sentence begins with a capital letter', () => {
  expect(capital('your turn')).toBe('Your turn');
  expect(capital('')).toBe('');
});
