import { describe, expect, test } from 'vitest';
import { Reminder } from '../../src/session/reminder';
import { parseSettings } from '../../src/session/settings.svelte';

describe('a reminder of the time', () => {
  test('comes once an interval, and not at the first look after a reload', () => {
    const reminder = new Reminder();
    const due = [70, 90, 119, 120, 121, 180].map((at) => reminder.isDue(at, 60, false));
    expect(due).toEqual([false, false, false, true, false, true]);
  });

  test('waits until the cards are played', () => {
    const reminder = new Reminder();
    reminder.isDue(0, 30, false);
    expect(reminder.isDue(30, 30, true)).toBe(false);
    expect(reminder.isDue(31, 30, false)).toBe(true);
  });

  test('never comes to who wants none, and another interval begins anew', () => {
    const reminder = new Reminder();
    expect([0, 60, 600].map((at) => reminder.isDue(at, 0, false))).toEqual([false, false, false]);
    expect(reminder.isDue(601, 15, false)).toBe(false);
    expect(reminder.isDue(615, 15, false)).toBe(true);
  });
});

test('how often is kept, and only what can be chosen', () => {
  expect(parseSettings('{"remindMinutes":15}').remindMinutes).toBe(15);
  expect(parseSettings('{"remindMinutes":7}').remindMinutes).toBe(60);
  expect(parseSettings(null).remindMinutes).toBe(60);
});
