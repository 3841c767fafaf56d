/** The pages of the house as its header names them, and the pages that say one thing. */

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

export const notices = {
  lobby: 'To the lobby',
  again: 'Try again',
  table: 'Table',
  notReached: 'The table could not be opened',
  loggedOut: {
    title: 'You are logged out here',
    text: 'Log in again in the lobby: your seat and your money are kept.',
  },
  moment: 'One moment',
  preparing: 'Your seat is being prepared.',
  full: 'Every table of this game is taken. A new room opens in a moment.',
  nowhere: 'There is no such page',
  nowhereText: 'Nothing of the house is at this address.',
  notLoaded: 'This page could not be loaded',
  notLoadedText: 'The line to the house may be down.',
} as const;

/** The page that a recovery letter leads to. */
export const recovery = {
  title: 'New password',
  atLeast: 'At least eight characters',
  set: 'Set the password',
  noCode: 'This address has no recovery code in it: use the whole link.',
  done: 'Your new password is set. Log in with it.',
} as const;
