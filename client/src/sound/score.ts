/** Which sounds a moment makes: pure names, after the motion score. */

import type { Change, Moment } from '../motion/player';
import { SCORE } from '../motion/score';

export type Sound =
  | 'slide'
  | 'turn'
  | 'click'
  | 'clicks'
  | 'knock'
  | 'chord'
  | 'rake'
  | 'gather'
  | 'displaced'
  | 'tick'
  | 'yourTurn';

/** A sound and how long after the moment it is heard, in ms at normal speed. */
export interface Cued {
  readonly sound: Sound;
  readonly after: number;
  /** Minor units, for chips: more value sounds higher. */
  readonly value: number;
}

const cued = (sound: Sound, after = 0, value = 0): Cued => ({ sound, after, value });

/** The sounds of a change for one player, each kind once. */
export function soundsOf(change: Change): Cued[] {
  const me = change.after.you.player;
  const heard = change.moments.flatMap((moment) => ofMoment(moment, me));
  if (myTurnBegins(change)) heard.push(cued('yourTurn'));
  return heard.filter((one, at) => heard.findIndex(({ sound }) => sound === one.sound) === at);
}

function ofMoment(moment: Moment, me: number): Cued[] {
  if (moment.do === 'place') {
    return [cued(moment.event.type === 'hole_card_revealed' ? 'turn' : 'slide')];
  }
  return moment.do === 'fold' ? ofEvent(moment, me) : [];
}

function ofEvent({ event }: Extract<Moment, { do: 'fold' }>, me: number): Cued[] {
  switch (event.type) {
    case 'hand_doubled':
    case 'hand_split':
      return [cued('click', SCORE.chip, event.bet)];
    case 'insurance_taken':
      return [cued('click', SCORE.chip, event.amount)];
    case 'hand_decided':
      return event.outcome === 'bust' ? [cued('knock')] : [];
    case 'hand_settled':
      return event.paid > 0
        ? [cued('clicks', SCORE.payPause + SCORE.pay, event.paid)]
        : [cued('rake', SCORE.payPause)];
    case 'player_paid':
      return event.player === me && event.paid > event.staked ? [cued('chord')] : [];
    case 'table_cleared':
      return [cued('gather')];
    case 'bet_changed':
      return event.was_owner === me && event.reason === 'displaced' ? [cued('displaced')] : [];
    default:
      return [];
  }
}

function myTurnBegins({ before, after }: Change): boolean {
  const { decision } = after.you;
  return decision !== null && decision !== before.you.decision;
}
