import { expect, test } from 'vitest';
import { endedNotice } from '../../src/words/refusals';

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
