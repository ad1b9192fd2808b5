import type { ImportProblem } from '@touchline/football/import/imported-match';
import type { GoalMeans } from '@touchline/football/grid';
import type { Score } from '@touchline/football/score';

/** Where a match stands by its feed. A score that was awarded is no result and is not carried. */
export type FeedStanding =
  | { status: 'scheduled' | 'postponed' | 'cancelled' | 'abandoned' | 'awarded' }
  | { status: 'finished'; ft: Score; ht?: Score | undefined };

/** A match as a feed tells of it, in the feed's own names. */
export type FeedMatch = FeedStanding & {
  /** Its place in a file, the header not counted. */
  row?: number | undefined;
  /** The feed's name for the match: the same whenever it tells of it again. */
  ref: string;
  competition: string;
  home: string;
  away: string;
  stage?: string | undefined;
  /** Day of the kick-off, yyyy-mm-dd, in the zone. */
  date: string;
  /** hh:mm; without it nobody knows more than the day. */
  time?: string | undefined;
  /** Time zone of date and time; that of the competition when not given. */
  zone?: string | undefined;
  /** Minutes ahead of UTC, where the feed gives them instead of a zone. */
  utcOffsetMinutes?: number | undefined;
  /** Expected goals from prices the feed brings, and whose prices those are. */
  prices?: { means: GoalMeans; source: string } | undefined;
};

/** What a feed says at one moment: its matches, and what in it could not be read. */
export type Snapshot = {
  /** Name of the feed: "openfootball", "results-csv". */
  feed: string;
  matches: readonly FeedMatch[];
  problems: readonly ImportProblem[];
};

/** Whatever brings snapshots: a file that was read, or a service that is asked. */
export type Feed = { name: string; read: () => Promise<Snapshot> };
