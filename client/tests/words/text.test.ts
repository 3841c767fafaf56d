import { expect, test } from 'vitest';
import { capital, initial, isolated, listed } from '../../src/words/text';

test('a list of words ends in "or"', () => {
  expect(listed([])).toBe('');
  expect(listed(['hit'])).toBe('hit');
  expect(listed(['hit', 'stand', 'double'])).toBe('hit, stand or double');
});

test('a sentence begins with a capital letter', () => {
  expect(capital('your turn')).toBe('Your turn');
  expect(capital('')).toBe('');
});

test('a name that is written from right to left turns nothing that follows it', () => {
  expect(isolated('Ben')).toBe('Ben');
  expect(isolated('Žofie')).toBe('Žofie');
  expect(isolated('דנה')).toBe('\u2068דנה\u2069');
  expect(isolated('سارة')).toBe('\u2068سارة\u2069');
});

test('the first letter of a name is whole, in every script', () => {
  expect(initial('ines')).toBe('I');
  expect(initial('𐐨deseret')).toBe('𐐀');
  expect(initial('')).toBe('');
});
