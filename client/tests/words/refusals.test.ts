import { expect, test } from 'vitest';
import { classic } from '../../dev/games';
import { endedNotice, refusalSentence } from '../../src/words/refusals';

test.each([
  ['table_taken', 'No seat here', 'All seats of this table are taken.'],
  ['table_closed', 'This table has stopped', /Your money is safe; nothing is lost\.$/],
  ['table_stopped', 'This table has stopped', /Your money is safe; nothing is lost\.$/],
  ['no_such_table', 'There is no such table', /^The lobby shows/],
  ['too_many_tables', 'No more seats for you', /Leave one of them first\.$/],
  ['left', 'You left this table', 'Your seat is free again.'],
])('a page that can not show a table has a heading of its own for %s', (code, title, text) => {
  const notice = endedNotice(code);
  expect(notice.title).toBe(title);
  expect(notice.text).toMatch(text);
});

test('a reason that has no words here is told in words all the same', () => {
  const { title, text } = endedNotice('closed_for_tea');
  expect(title).toBe('No seat here');
  expect(text).not.toContain('closed_for_tea');
});

test.each([
  ['above_limit', '', 'A box takes at most 100.00.'],
  ['too_many_boxes', '', 'You may bet on 3 boxes here.'],
  ['wallet_away', '', /^Your wallet can not be reached now, so nothing was changed/],
  ['constructed_later', 'the house says why', 'The house says why.'],
  ['constructed_later', '', 'That was not taken.'],
])('a press that was refused with %s is told in a sentence', (code, reason, sentence) => {
  expect(refusalSentence({ code, reason }, classic)).toMatch(sentence);
});
