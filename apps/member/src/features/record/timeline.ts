import type { Bet, Leg } from '@touchline/contract/shapes/bet';
import { recordOf } from '@touchline/football/markets';

type Goals = { home: number; away: number };

/** One point of a bet's history. `done` is false for what is still to come; `at` is left out where only the score is on record. */
export type Step = {
  kind: 'kick_off' | 'placed' | 'half_time' | 'full_time' | 'settled';
  done: boolean;
  at?: string;
  score?: Goals;
};

/**
 * The history of a bet, past and to come, in order, from what the bet itself says. A bet struck in play stands after
 * the kick-off; a first-half bet has no full time of its own, it is settled from the half. Of several matches only the
 * first kick-off is told: the legs themselves show how each stands.
 */
export function timelineOf(bet: Bet): Step[] {
  const placed: Step = { kind: 'placed', done: true, at: bet.placedAt };
  const settled: Step = {
    kind: 'settled',
    done: isSettled(bet),
    ...(bet.settledAt === undefined ? {} : { at: bet.settledAt }),
  };
  const [first, ...others] = bet.legs.toSorted((a, b) => Date.parse(a.kickOff) - Date.parse(b.kickOff));
  if (first === undefined) return [placed, settled];

  const kickOff: Step = { kind: 'kick_off', done: hasKickedOff(first), at: first.kickOff };
  const inPlay = bet.placedAt > first.kickOff;
  const match =
    others.length > 0 ? [] : [halfTime(first), fullTime(bet, first)].filter((step) => step !== undefined);
  const steps = [...(inPlay ? [kickOff, placed] : [placed, kickOff]), ...match, settled];
  // What a settled bet never reached (a match called off) did not happen and will not.
  return isSettled(bet) ? steps.filter((step) => step.done) : steps;
}

export function isSettled(bet: Bet): boolean {
  return bet.state !== 'waiting' && bet.state !== 'in_progress';
}

function hasKickedOff(leg: Leg): boolean {
  return leg.state === 'in_progress' || leg.score?.ft !== undefined || leg.score?.ht !== undefined;
}

function halfTime(leg: Leg): Step {
  const score = leg.score?.ht;
  return { kind: 'half_time', done: score !== undefined, ...(score === undefined ? {} : { score }) };
}

// Before settlement `score.ft` is the running score, not yet the full-time one.
function fullTime(bet: Bet, leg: Leg): Step | undefined {
  if (recordOf(leg.market)?.period === 'ht') return undefined;
  const score = isSettled(bet) ? leg.score?.ft : undefined;
  return { kind: 'full_time', done: score !== undefined, ...(score === undefined ? {} : { score }) };
}
