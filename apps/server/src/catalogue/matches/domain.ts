import type { EventState, Incident as WireIncident, Team } from '@touchline/contract/shapes/football';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import type { Result, Score } from '@touchline/football/score';
import type { BasisOrigin } from '../../pricing/index.ts';
import type { ResultKind } from './claim.ts';

export type Competition = {
  id: string;
  name: string;
  country?: string | undefined;
  /** Time zone of its kick-offs, where an operator has given one. */
  zone?: string | undefined;
};
export type NamedTeam = Team;

/** The source of an event: the feed and its reference. */
type FeedName = { feed: string; feedRef: string };

/** An event as a feed announces it. Without `means` it has no markets. */
export type NewEvent = FeedName & {
  competitionId: string;
  stage?: string | undefined;
  homeId: string;
  awayId: string;
  neutral: boolean;
  kickOff: Date;
  replay: boolean;
  recordedAt?: Date | undefined;
  means?: GoalMeans | undefined;
  /** What the means rest on. */
  basis?: BasisOrigin | undefined;
};

export type ReportedIncident = Omit<WireIncident, 'at'> & { at: Date };

/**
 * A result from a source, of a played match by default. It waits for a second source, or is confirmed at once
 * by a person. A name that begins with `feed:` is a trusted source: it needs no second one, but never
 * overwrites a confirmed result. A late correction names two operators.
 */
export type RecordedScore = Result & {
  kind?: ResultKind | undefined;
  source: string;
  /** The source that an operator names; `source` is then the operator. */
  evidence?: string | undefined;
  confirmedBy?: string | undefined;
  confirmedWith?: string | undefined;
};

/** A feed's full report of an event at one time. */
export type EventMove = {
  /** Applies only while the event is still at this version. */
  atVersion?: number | undefined;
  kickOff: Date;
  state: EventState;
  minute?: string | undefined;
  /** Match clock for pricing: 0 … 45 and on, then 45 … 90 and on. */
  clockMinute: number;
  score?: Score | undefined;
  ht?: Score | undefined;
  /** Red cards of each side so far, where the feed has them. */
  redCards?: Score | undefined;
  /** All incidents so far, in order. */
  incidents: readonly ReportedIncident[];
  /** A goal has just fallen: betting is suspended briefly. */
  isSuspended: boolean;
  /** New expected goals before kick-off; without them the known ones stay. */
  means?: GoalMeans | undefined;
  /** What new means rest on. */
  basis?: BasisOrigin | undefined;
  /** Results so far, oldest first; each that differs from the last is a new version. */
  results: readonly RecordedScore[];
};
