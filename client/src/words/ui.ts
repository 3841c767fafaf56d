/** Every other sentence and name on the screen, in one place to translate. */

import type { GameInfo, Speed, UiState } from '../table/contract';
import { amount } from './money';
import { inWords } from './numbers';
import { capital } from './text';

export const ui = {
  back: 'Back to the lobby',
  rules: 'Rules',
  rulesLong: 'Rules and strategy card',
  history: 'History',
  settings: 'Settings',
  menu: 'Menu: rules, history, speed, sound, settings',
  speed: (speed: Speed, turbo: string) =>
    ({ normal: 'Speed: normal', fast: 'Speed: fast', off: `${turbo}: no motion` })[speed],
  speeds: { normal: 'Normal', fast: 'Fast' },
  soundOn: 'Sound on',
  soundOff: 'Sound off',
  single: 'Single-player',
  multi: 'Multiplayer',
  seal: 'Next round’s seal',
  round: (id: string) => `Round ${id}`,
  dealer: 'Dealer',
  ace: 'Ace',
  tools: 'Tools',
  boxes: 'Boxes',
  box: (n: number) => `Box ${n}`,
  pressToBet: 'press to bet',
  clearsHint: 'ctrl-press clears',
  playsFirst: 'plays first',
  balance: 'Balance',
  bonus: 'Bonus',
  /** The second word goes where there is little room. */
  bonusBalance: ['Bonus', 'balance'],
  ownMoney: 'Own money',
  look: 'Look',
  reminder: 'A moment to look up',
  owed: 'Owed',
  owes: (debt: string) =>
    `You owe the house ${debt} since a round was called off; money that comes in pays it off first.`,
  onTheTable: 'On the table',
  session: (net: string, staked: string, minutes: number) =>
    ['Session', net, `on ${staked} staked · ${minutes} min`] as const,
  counted: (staked: string, paid: string) => `Staked ${staked} · returned ${paid}`,
  net: (net: string) => `net ${net}`,
  chips: 'Chips',
  chip: (value: string) => `${value} chip`,
  chipOf: (value: string) => `Chip of ${value}`,
  smaller: 'Smaller chip',
  larger: 'Larger chip',
  smallest: 'That is the smallest chip.',
  largest: 'That is the largest chip.',
  moment: 'one moment',
  hint: 'Hint',
  thisRound: 'This round',
  replay: 'replay, verify',
  backAmount: (amount: string) => `${amount} back`,
  insured: (amount: string) => `Insured ${amount}`,
  insuranceCame: (net: string) => `Insurance ${net}`,
  you: 'You',
  ready: 'ready',
  away: 'away',
  sitsOut: 'sits out',
  close: 'Close',
  lookedNoBlackjack: 'No blackjack',
  reconnecting: 'Reconnecting. Your bets and cards are safe with the house.',
  offline: 'Offline. Nothing can be bet until the line is back; the round stands as it is.',
  short: { reconnecting: 'Reconnecting …', offline: 'Offline: the round stands as it is.' },
  clock: {
    betting: ['Betting closes', 'when all have said Deal, or at 0'],
    insurance: ['Insurance', 'at 0 it is declined'],
    action: ['Your turn', 'at 0 the strategy card plays'],
    round: ['This round', 'at 0 open hands stand'],
    other: ['Their turn', 'at 0 the strategy card plays'],
  },
  /** What is written in the ring: seconds, or minutes when there are many. */
  clockFace: (seconds: number) => (seconds > 99 ? `${Math.ceil(seconds / 60)}′` : `${seconds}`),
  lastSeconds: (seconds: number) => `${seconds === 1 ? '1 second' : `${seconds} seconds`} left`,
  deal: (boxes: number, total: string) => `${boxes === 1 ? '1 box' : `${boxes} boxes`}, ${total}`,
  dealWaits: (total: string, name: string) => `${total}, waits for ${name}`,
  doubled: (total: string) => `to ${total}`,
  sameBets: (total: string) => `same bets, ${total}`,
  skipNote: 'until you bet',
  theDefault: 'the default',
  costs: (amount: string) => `+${amount}`,
  paysNow: (amount: string) => `+${amount} now`,
  onTotal: (total: string) => `on ${total}`,
  yourHand: 'your hand',
  boxHand: (box: number, hand: number, hands: number) =>
    hands > 1 ? `box ${box}, hand ${hand + 1}` : `box ${box}`,
  watching: {
    plays: (name: string) => `${name} plays.`,
    decides: (name: string) => `${name} decides.`,
    lookOn: 'You look on.',
    full: 'All seats are taken: you look on.',
    free: (seats: number) =>
      seats === 1 ? 'One seat is free.' : `${capital(inWords(seats))} seats are free.`,
    waits: 'You play from the next round on.',
    sitsOut: 'You sit this one out.',
    joins: 'from the next round on',
    sits: (box: number) => `You sit at box ${box}.`,
    lost: {
      title: 'Your seat is free again',
      text: 'Three rounds passed without an answer from you.',
    },
  },
  insure: {
    title: (box: number, cost: string) => `Insure box ${box} for ${cost}?`,
    ifBlackjack: 'If the dealer has blackjack, insurance pays ',
    betLoses: (bet: string) => ` and the bet of ${bet} loses. `,
    natural: (bet: string) => ` and the bet of ${bet} comes back. `,
    ifNot: (cost: string) => `If not, the ${cost} is lost and you play on.`,
  },
  evenMoney: {
    title: (box: number, win: string) => `Even money for box ${box}: ${win} now?`,
    text: (win: string, more: string) =>
      `Your blackjack is paid ${win} at once. If you wait: ${more} when the dealer has no blackjack, only the bet back when he has.`,
  },
  shoe: {
    left: (n: number) => `${n} cards left`,
    out: 'Cut card is out: new shoe next',
    discards: (n: number) => `${n} out of play`,
    cutTitle: 'Cut the cards',
    cutText: (n: number) =>
      `Where you put the card, the pack of ${n} is parted: the cards before it go to the back. Your cut is part of the proof of the shuffle.`,
    cutAt: 'Cards from front to back',
    cutNow: 'Cut here',
  },
  credits: {
    player: 'Player',
    credits: 'Credits',
    denomination: 'Denomination',
    paid: 'Credits paid',
    bet: 'Credits bet',
  },
  panel: {
    limits: 'Limits per box',
    chips: 'Chips',
    returns: 'What it returns',
    rtp: (rtp: string) =>
      `RTP ${rtp}: that much of everything staked comes back, doubles and splits included, when every decision follows the strategy card of these rules.`,
    edge: (edge: string) => `The edge is ${edge}, per unit of the first bet.`,
    published: (rtp: string, off: number | null) =>
      `Published for this game: ${rtp}${off === null ? '' : `, ${apart(off)}`}. A published figure rarely says which of the two measures it is, nor how the hands are played.`,
    payoffs: 'Payoffs',
    win: 'Win',
    insurance: 'Insurance',
    blackjack: 'Blackjack',
    shuffle: 'This shuffle',
    shuffleNote: (cycle: number) =>
      `Cycle ${cycle} of this table. The seed was sealed as c1 before any bet; c2 pins the order of the cards from the first card on. After the cycle both can be checked.`,
    none: 'This game’s return is not computed yet: its certificate is missing.',
    card: 'Strategy card',
    cardNote:
      'H hit · S stand · D double, else hit · Ds double, else stand · P split · R surrender, else hit · a dot: no split, play the total. Computed from these rules.',
    insureYes: 'Insurance: take it.',
    insureNo: 'Insurance: never.',
    evenYes: 'Even money: take it.',
    evenNo: 'Even money: never.',
    hard: 'Hard',
    soft: 'Soft',
    pairs: 'Pair',
    motion: 'Speed of the cards',
    volume: 'Volume',
    soundBlocked:
      'Your browser keeps this page silent: allow it to sound in the browser’s own settings.',
    suits: 'Four-colour suits',
    keys: 'Keys',
    keysOn: 'Keys on',
    key: (name: string) => `Key for ${name}`,
    boxKeys: 'On a box that has the focus',
    onBox: [
      ['Enter', 'lays the chosen chip'],
      ['−', 'takes one chip of the chosen value off'],
      ['Backspace', 'takes the chip that was laid last off'],
      ['Delete', 'takes the whole bet off'],
    ],
    keyNames: { yes: 'Yes (insurance, even money)', no: 'No', help: 'This list' },
    remind: 'Remind me of the time',
    reminds: (minutes: number) => (minutes === 0 ? 'Never' : `${minutes} min`),
    text: 'Your part of the shuffle',
    textNote: 'Anything you like; it is mixed into the next shuffle, and shown with the proof.',
  },
  twin: {
    title: 'The table in words',
    dealer: (cards: string, total: string) => `Dealer: ${cards}, ${total}.`,
    dealerNone: 'The dealer has no cards.',
    empty: (box: number) => `Box ${box}: empty.`,
    bet: (box: number, bet: string) => `Box ${box}: ${bet} bet.`,
  },
} as const;

/** `"0.04 points below the computed RTP"`. */
function apart(off: number): string {
  const size = Math.abs(off).toFixed(2);
  if (size === '0.00') return 'as computed';
  return `${size} points ${off < 0 ? 'below' : 'above'} the computed RTP`;
}

/** `"four hands already"`. */
export const handsAlready = (n: number): string => `${inWords(n)} hands already`;

/** `"Session in 38 min: staked 450.00, won 42.50"`: what the player's own money did so far. */
export function sessionInWords({ net, staked, minutes }: UiState['session'], game: GameInfo) {
  const came = net === 0 ? 'even' : `${net > 0 ? 'won' : 'lost'} ${amount(Math.abs(net), game)}`;
  return `Session in ${minutes} min: staked ${amount(staked, game)}, ${came}`;
}
