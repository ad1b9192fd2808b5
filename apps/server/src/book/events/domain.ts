import type { EventState, Incident as WireIncident, Team } from '@touchline/contract/shapes/football';
import type { GoalMeans } from '@touchline/football/grid';
import type { Result, Score } from '@touchline/football/score';
import type { ResultKind } from './claim.ts';

export type Competition = { id: string; name: string; country?: string };
export type NamedTeam = Team;

/** Where an event comes from: the feed and its name for it. */
type FeedName = { feed: string; feedRef: string };

/** An event as a feed announces it. Without `means` it has no markets. */
export type NewEvent = FeedName & {
  competitionId: string;
  stage?: string;
  homeId: string;
  awayId: string;
  neutral: boolean;
  kickOff: Date;
  replay: boolean;
  recordedAt?: Date;
  means?: GoalMeans | undefined;
};

export type Incident = Omit<WireIncident, 'at'> & { at: Date };

/**
 * A result from a source, of a match played unless it says otherwise. It waits for a second source, or is confirmed at
 * once by a person. A name that begins with `feed:` is that of a source that vouches for itself: it needs no second, but
 * never overwrites what counts. A late correction names two operators.
 */
export type RecordedScore = Result & {
  kind?: ResultKind;
  source: string;
  /** What an operator names as the source, whose own name then is `source`. */
  evidence?: string;
  confirmedBy?: string;
  confirmedWith?: string;
};

/** Everything a feed knows of an event at one moment. */
export type EventMove = {
  /** Only if the event is still at this version: what was decided on another is not done. */
  atVersion?: number | undefined;
  kickOff: Date;
  state: EventState;
  minute?: string | undefined;
  /** Match clock for pricing: 0 … 45 and on, then 45 … 90 and on. */
  clockMinute: number;
  score?: Score | undefined;
  ht?: Score | undefined;
  /** Red cards of each side so far, where the feed tells. */
  redCards?: Score | undefined;
  /** All incidents so far, in order. */
  incidents: readonly Incident[];
  /** A goal has just fallen: betting stops for a moment. */
  isSuspended: boolean;
  /** New expected goals before kick-off; those known stand when absent. */
  means?: GoalMeans | undefined;
  /** Results known so far, oldest first; each that differs from the last is a new version. */
  results: readonly RecordedScore[];
};
