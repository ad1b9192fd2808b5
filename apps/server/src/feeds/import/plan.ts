import type { ImportProblem } from '@touchline/football/import/imported-match';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import type { Score } from '@touchline/football/score';
import type { BasisOrigin } from '../../pricing/index.ts';
import type { Question, ResultOnRecord } from '../../catalogue/index.ts';

/** Names in the feed's spelling, for people; programs use ids. */
type Named = { ref: string; names: string };
type OfEvent = Named & { eventId: string; version: number };

/** An import's change of one match. Only these are ever applied. */
export type PlannedChange =
  /** A new event; without means it has no prices. */
  | (Named & {
      do: 'add';
      competitionId: string;
      homeId: string;
      awayId: string;
      neutral: boolean;
      stage?: string | undefined;
      kickOff: Date;
      prices?: PricedMeans | undefined;
      /** The event it replaces: moved by more than 48 hours, so that earlier bets are void. */
      instead?: { eventId: string; version: number; kickOff: Date } | undefined;
    })
  /** The event is known from another feed: from now on this one reports it too. */
  | (OfEvent & { do: 'link' })
  | (OfEvent & { do: 'kick_off'; from: Date; to: Date })
  /** It began before its kick-off (`from`): betting stops, and a person decides about the bets since `to`. */
  | (OfEvent & { do: 'begun'; from: Date; to: Date })
  | (OfEvent & { do: 'call_off'; to: 'postponed' | 'cancelled' | 'abandoned' })
  | (OfEvent & { do: 'prices'; from?: GoalMeans | undefined; to: PricedMeans })
  | (OfEvent & {
      do: 'result';
      ft: Score;
      ht?: Score | undefined;
      as: ResultRole;
      against?: ResultOnRecord | undefined;
    });

/**
 * Whether one person may apply a change. Postponing a match to another week, or calling it off, voids its bets in the end, which
 * needs two operators.
 */
export const isForOne = (change: PlannedChange): boolean =>
  change.do !== 'call_off' && !(change.do === 'add' && change.instead !== undefined);

/** Goal means, and what they rest on. */
export type PricedMeans = { means: GoalMeans; basis: BasisOrigin };

/** What prices rest on, in English, for logs and the command line. */
export const basisText = (basis: BasisOrigin): string => {
  if (basis.kind === 'market') return basis.source;
  return basis.kind === 'trader' ? 'an operator' : `${basis.results ?? 'some'} results`;
};

/** The relation of a result to the recorded ones. None is ever overwritten. */
export type ResultRole =
  /** There was none. */
  | 'first'
  /** Another source had proposed the same. */
  | 'second_source'
  /** It adds the half-time score. */
  | 'completes'
  /** It differs from a pending one, or from the confirmed one: a person decides. */
  | 'contradicts_proposed'
  | 'contradicts_confirmed';

/** A question for a person. It has no effect of its own. */
export type Doubt = Named & {
  eventId?: string | undefined;
  why: DoubtReason;
  /** In English, for logs and the command line. */
  detail: string;
  /** Values for texts: `at` a time, `count`, `state`, `feed`. */
  values: Readonly<Record<string, string>>;
};
export type DoubtReason =
  /** An event of these teams with home and away the other way round. */
  | 'swapped'
  /** Another event of these teams in this competition is upcoming. */
  | 'same_pair'
  /** Several events match. */
  | 'ambiguous'
  /** The link from this feed leads to an event of other teams, or another competition. */
  | 'other_teams'
  /** It began before its kick-off, which waits for a decision. */
  | 'begun'
  /** A result before the match can be over. */
  | 'too_early'
  /** A result of a match that was played days before or after the recorded day. */
  | 'other_day'
  /** A result of a match that was called off. */
  | 'called_off'
  /** An award settles nothing: the score on the pitch is needed. */
  | 'awarded'
  /** Its day has passed and there is no result. */
  | 'no_result'
  /** This feed has another kick-off than the event's own feed. */
  | 'kick_off'
  /** Part of a result agrees with another source, the other part is missing. */
  | 'in_part';

export type ImportPlan = {
  feed: string;
  /** Identifies the plan and the state it was made on: applied only while both are the same. */
  hash: string;
  changes: readonly PlannedChange[];
  doubts: readonly Doubt[];
  questions: readonly Question[];
  problems: readonly ImportProblem[];
  /** Matches left out until their names are explained. */
  waiting: number;
  /** Matches without a change. */
  same: number;
  /** So many results contradict the record that the feed itself may be wrong. */
  suspect: boolean;
};

/** Fewer contradictions than this say nothing about the whole feed. */
const FEWEST_SUSPECT = 3;
const SUSPECT_SHARE = 0.2;

/**
 * Whether the feed as a whole may be wrong: home and away swapped, a column shifted, another season.
 * @param agreeing results that equal the record
 */
export const isSuspect = (changes: readonly PlannedChange[], agreeing: number): boolean => {
  const results = changes.filter((change) => change.do === 'result');
  const against = results.filter(
    ({ as }) => as === 'contradicts_confirmed' || as === 'contradicts_proposed',
  ).length;
  const compared = against + agreeing + results.filter(({ as }) => as === 'second_source').length;
  return against >= FEWEST_SUSPECT && against > SUSPECT_SHARE * compared;
};
