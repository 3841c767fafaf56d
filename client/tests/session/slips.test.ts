import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Slips } from '../../src/session/slips.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const titles = (slips: Slips) => slips.all.map(({ title }) => title);
const note = (title: string, more = {}) => ({ title, text: '', ...more });

test('a slip lies six seconds, one that stays until it is put away', () => {
  const slips = new Slips();
  slips.add(note('short'));
  slips.add(note('long', { stays: true }));
  vi.advanceTimersByTime(6_000);
  expect(titles(slips)).toEqual(['long']);
  slips.remove(slips.all[0]?.id ?? 0);
  expect(titles(slips)).toEqual([]);
});

test('the oldest of too many goes, and its alarm with it', () => {
  const slips = new Slips();
  for (const title of ['1', '2', '3', '4', '5']) slips.add(note(title));
  expect(titles(slips)).toEqual(['2', '3', '4', '5']);
  expect(vi.getTimerCount()).toBe(4);
  slips.clear();
  expect(vi.getTimerCount()).toBe(0);
});

test('what was told for the sake of betting is gone with the first card', () => {
  const slips = new Slips();
  slips.add(note('Your 5.00 came back', { betting: true }));
  slips.add(note('Ben sits down', { passing: true }));
  slips.add(note('A bonus waits', { stays: true }));
  slips.dealt();
  expect(titles(slips)).toEqual(['A bonus waits']);
});

test('of what is about one thing only the newest lies there, until it is withdrawn', () => {
  const slips = new Slips();
  slips.add(note('You were away', { text: 'Hit', about: 'played' }));
  slips.add(note('Your 5.00 came back', { text: 'box 1' }));
  slips.add(note('Your 5.00 came back', { text: 'box 2' }));
  vi.advanceTimersByTime(5_000);
  slips.add(note('You were away', { text: 'Stand', about: 'played' }));
  expect(slips.all.map(({ text }) => text)).toEqual(['box 1', 'box 2', 'Stand']);
  vi.advanceTimersByTime(5_000);
  expect(slips.all.map(({ text }) => text)).toEqual(['Stand']);
  slips.withdraw('played');
  expect(slips.all).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('of passing news only the last lies there', () => {
  const slips = new Slips();
  slips.add(note('Ines sits down', { passing: true }));
  slips.add(note('Your bet came back'));
  slips.add(note('Ines has left', { passing: true }));
  expect(titles(slips)).toEqual(['Your bet came back', 'Ines has left']);
});
