import type { Bet, BetMoment, BetState } from '@touchline/contract/shapes/bet';
import { timelineOf, type Step } from './timeline.ts';

/** A point of a bet's history with what the server told of it. */
export type Told = Omit<Step, 'kind'> & {
  kind: Step['kind'] | Exclude<BetMoment['what'], Step['kind']> | 'reopened';
  /** What moved in the wallet, with its sign. */
  amount?: string;
  state?: BetState;
  minute?: string;
  /** Of a bet with several matches: whose it is, by short names. */
  match?: string;
};

/**
 * The whole history of a bet: what happened as the server tells it, then what is still to come. Of a bet with several
 * matches only how each ended is told: its legs show the rest.
 */
export function historyOf(bet: Bet, moments: readonly BetMoment[]): Told[] {
  const isSingle = bet.legs.length === 1;
  const told = moments
    .filter(({ what }) => isSingle || !(what === 'kick_off' || what === 'goal' || what === 'half_time'))
    .map((moment) => toTold(bet, moment));
  const known = new Set(told.map(({ kind }) => kind));
  const isRunning = bet.state === 'waiting' || bet.state === 'in_progress';
  const toCome = isRunning ? timelineOf(bet).filter(({ kind, done }) => !done && !known.has(kind)) : [];
  return [...told, ...toCome];
}

function toTold({ legs }: Bet, moment: BetMoment): Told {
  const { what, at, score, amount, state, minute } = moment;
  const leg = moment.leg === undefined ? undefined : legs[moment.leg];
  return {
    kind: what === 'resettled' && state === 'in_progress' ? 'reopened' : what,
    done: true,
    at,
    ...(score === undefined || what === 'kick_off' ? {} : { score }),
    ...(amount === undefined ? {} : { amount }),
    ...(state === undefined ? {} : { state }),
    ...(minute === undefined ? {} : { minute }),
    ...(leg === undefined ? {} : { match: `${leg.home.short} – ${leg.away.short}` }),
  };
}
