/** The pages of the house, as its header names them. */

export interface PageName {
  readonly path: string;
  readonly name: string;
}

export const PAGES: readonly PageName[] = [
  { path: '/', name: 'Tables' },
  { path: '/history', name: 'History' },
  { path: '/rules', name: 'Rules' },
  { path: '/fairness', name: 'Fairness' },
];

export const ACCOUNT: PageName = { path: '/account', name: 'Account' };
