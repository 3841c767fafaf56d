import { expect, test, vi } from 'vitest';
import { visit } from '../../src/session/visit';

test('a link to a page of the house is followed here', () => {
  const go = vi.fn();
  const event = new MouseEvent('click', { cancelable: true });
  visit(go, '/rules')(event);
  expect(go).toHaveBeenCalledExactlyOnceWith('/rules');
  expect(event.defaultPrevented).toBe(true);
});

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('with %s it is the browser’s', (held) => {
  const go = vi.fn();
  const event = new MouseEvent('click', { cancelable: true, [held]: true });
  visit(go, '/rules')(event);
  expect(go).not.toHaveBeenCalled();
  expect(event.defaultPrevented).toBe(false);
});
