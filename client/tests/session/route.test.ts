import { expect, test } from 'vitest';
import { routeOf } from '../../src/session/route';

test.each([
  ['/', { page: 'lobby' }],
  ['/table/classic-1', { page: 'table', table: 'classic-1' }],
  ['/table/Classic!', { page: 'nowhere' }],
  ['/history', { page: 'history', round: null }],
  ['/history/1-2/', { page: 'history', round: '1-2' }],
  ['/verify/1-2', { page: 'verify', round: '1-2' }],
  ['/verify', { page: 'nowhere' }],
  ['/verify/%E0%A4%A', { page: 'nowhere' }],
  ['/recover', { page: 'recover' }],
  ['/account', { page: 'account' }],
  ['/account/7', { page: 'nowhere' }],
  ['/rules', { page: 'rules', game: null }],
  ['/rules/european', { page: 'rules', game: 'european' }],
  ['/fairness', { page: 'fairness' }],
  ['/a/b/c', { page: 'nowhere' }],
])('%s is a page', (path, route) => {
  expect(routeOf(path)).toEqual(route);
});
