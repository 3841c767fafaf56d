/** The words of entering and of the account's page. */

export const account = {
  title: 'Account',
  guestNote: (balance: string) =>
    `You play as a guest. Give the account a name and a password, and your ${balance}, your open rounds and your history stay yours on every device.`,
  keep: 'Keep this account',
  signUp: 'New account',
  logIn: 'Log in',
  logOut: 'Log out',
  name: 'Name',
  password: 'Password',
  email: 'E-mail, if you like',
  emailNote: 'Only for a letter when the password is forgotten.',
  atLeast: 'At least eight characters',
  haveOne: 'I have an account already',
  haveNone: 'I want a new account',
  guestLeft: 'What this guest has stays with this guest.',
  forgot: 'Password forgotten',
  sendLetter: 'Send a letter',
  letterSent:
    'If the account has an address, a letter with a link is on its way. The link works for an hour.',
  change: 'Change the password',
  oldPassword: 'Password now',
  newPassword: 'New password',
  changed: 'Your new password is set. Every other session has ended.',
  sessions: 'Where you are logged in',
  sessionsNote: 'Every browser that holds a key to this account. End one that you don’t know.',
  thisOne: 'this browser',
  seen: (when: string) => `seen ${when}`,
  since: (when: string) => `since ${when}`,
  end: 'End',
  endOf: (device: string) => `End the session of ${device}`,
  ended: 'That session has ended.',
  nobody: 'Nobody is logged in here.',
} as const;

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** `"Firefox on Linux"` out of what a browser calls itself; its own words where that says nothing. */
export function deviceName(agent: string): string {
  const found = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [found(BROWSERS), found(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (agent.slice(0, 40) || 'An unknown device');
}
