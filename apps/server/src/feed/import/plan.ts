import type { ImportProblem } from '@touchline/football/import/imported-match';
import type { GoalMeans } from '@touchline/football/grid';
import type { Score } from '@touchline/football/score';
import type { Question } from '../names/mapping.ts';

/** Names as the feed writes them, for people; programs go by ids. */
type Named = { ref: string; names: string };
type OfEvent = Named & { eventId: string; version: number };

/** What an import would do with one match. Only these are ever applied. */
export type Change =
  /** A new event; without means it has no prices. */
  | (Named & {
      do: 'add';
      competitionId: string;
      homeId: string;
      awayId: string;
      neutral: boolean;
      stage?: string | undefined;
      kickOff: Date;
      prices?: Prices | undefined;
      /** The event it takes the place of: moved by more than 48 hours, so that bets struck before are void. */
      instead?: { eventId: string; version: number; kickOff: Date } | undefined;
    })
  /** The event is known from another feed: from now on this one tells of it too. */
  | (OfEvent & { do: 'link' })
  | (OfEvent & { do: 'kick_off'; from: Date; to: Date })
  | (OfEvent & { do: 'call_off'; to: 'postponed' | 'cancelled' | 'abandoned' })
  | (OfEvent & { do: 'prices'; from?: GoalMeans | undefined; to: Prices })
  | (OfEvent & {
      do: 'result';
      ft: Score;
      ht?: Score | undefined;
      as: ResultRole;
      against?: Against | undefined;
    });

/** Goal means, and what they rest on: prices of others, or results on record. */
export type Prices = { means: GoalMeans; source: string; brought: boolean };

/** What a result is beside those on record. None is ever written over another. */
export type ResultRole =
  /** There was none. */
  | 'first'
  /** Another source had proposed the same. */
  | 'second_source'
  /** It adds the half-time score. */
  | 'completes'
  /** It differs from one that waits, or from the one that counts: a person decides. */
  | 'contradicts_proposed'
  | 'contradicts_confirmed';
export type Against = { source: string; version: number; ft?: Score | undefined; ht?: Score | undefined };

/** What a person should know or decide. Nothing comes of it by itself. */
export type Doubt = Named & {
  eventId?: string | undefined;
  why: DoubtReason;
  /** In English, for logs and the command line. */
  detail: string;
  /** What the words of others need: `at` a moment, `count`, `state`, `feed`. */
  values: Readonly<Record<string, string>>;
};
export type DoubtReason =
  /** An event of these teams with home and away the other way round. */
  | 'swapped'
  /** Another event of these teams in this competition is still to be played. */
  | 'same_pair'
  /** Several events could be meant. */
  | 'ambiguous'
  /** The link from this feed leads to an event of other teams, or another competition. */
  | 'other_teams'
  /** A result before the match can be over. */
  | 'too_early'
  /** A result of a match that was played days before or after the day on record. */
  | 'other_day'
  /** A result of a match that was called off. */
  | 'called_off'
  /** An award settles nothing: the score of the pitch is wanted. */
  | 'awarded'
  /** Its day has passed and there is no result. */
  | 'no_result'
  /** This feed tells another kick-off than the one the event belongs to. */
  | 'kick_off'
  /** Part of a result agrees with another source, part is not told. */
  | 'in_part';

export type Plan = {
  feed: string;
  /** Names the plan and the state it was made on: applied only while both are the same. */
  hash: string;
  changes: readonly Change[];
  doubts: readonly Doubt[];
  questions: readonly Question[];
  problems: readonly ImportProblem[];
  /** Matches left out until their names are explained. */
  waiting: number;
  /** Matches about which there is nothing to do. */
  same: number;
  /** So many results disagree with those on record that the feed itself may be wrong. */
  suspect: boolean;
};

/** Fewer contradictions than this say nothing about the whole feed. */
const FEWEST_SUSPECT = 3;
const SUSPECT_SHARE = 0.2;

/**
 * Whether the feed as a whole may be wrong: home and away swapped, a column shifted, another season.
 * @param agreeing results that say what is on record already
 */
export const isSuspect = (changes: readonly Change[], agreeing: number): boolean => {
  const results = changes.filter((change) => change.do === 'result');
  const against = results.filter(
    ({ as }) => as === 'contradicts_confirmed' || as === 'contradicts_proposed',
  ).length;
  const compared = against + agreeing + results.filter(({ as }) => as === 'second_source').length;
  return against >= FEWEST_SUSPECT && against > SUSPECT_SHARE * compared;
};
