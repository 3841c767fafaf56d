import { describe, expect, test } from 'vitest';
import { chipLook, chipsOf } from '../../src/art/chips';
import { cardSprite } from '../../src/art/faces';

describe('art', () => {
  test('an amount is stacked from the largest chip down, five chips at most', () => {
    const values = [100, 500, 1000, 2500];
    expect(chipsOf(6500, values)).toEqual([2500, 2500, 1000, 500]);
    expect(chipsOf(100000, values)).toHaveLength(5);
    expect(chipsOf(0, values)).toEqual([]);
    expect(chipsOf(50, values)).toEqual([100]);
  });

  test('chips of different values differ in grey too: by spots or by number', () => {
    expect(chipLook('5').dash).not.toBe(chipLook('50').dash);
    expect(chipLook('7')).toBe(chipLook('13'));
  });

  test('the sprite holds every card twice, and the back', () => {
    const sprite = cardSprite();
    expect(sprite.match(/<symbol id="card-..?"/g)).toHaveLength(52);
    expect(sprite.match(/<symbol id="index-..?"/g)).toHaveLength(52);
    expect(sprite).toContain('id="card-back"');
  });
});
