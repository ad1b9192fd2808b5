import type { ImportProblem } from '@touchline/football/import/imported-match';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import type { BestPrice } from '../pricing/index.ts';
import type { Score } from '@touchline/football/score';
import type { MatchShots } from '@touchline/football/strengths-shots';

/** The status of a match in its feed. An awarded score is no result and is left out. */
export type FeedStatus =
  | { status: 'scheduled' | 'in_play' | 'postponed' | 'cancelled' | 'abandoned' | 'awarded' }
  | { status: 'finished'; ft: Score; ht?: Score | undefined; shots?: MatchShots | undefined };

/** A match in a feed, with the feed's own names. */
export type FeedMatch = FeedStatus & {
  /** Its place in a file, the header not counted. */
  row?: number | undefined;
  /** The feed's reference of the match: the same in every report. */
  ref: string;
  competition: string;
  home: string;
  away: string;
  stage?: string | undefined;
  /** Day of the kick-off, yyyy-mm-dd, in the zone. */
  date: string;
  /** hh:mm; without it only the day is known. */
  time?: string | undefined;
  /** Time zone of date and time. */
  zone?: string | undefined;
  /** The feed has local times: without a zone that of the competition counts, else only one that an operator gave to it. */
  isLocalTime?: boolean | undefined;
  /** Minutes ahead of UTC, where the feed gives them instead of a zone. */
  utcOffsetMinutes?: number | undefined;
  /** Expected goals from prices in the feed, and their source. */
  prices?: { means: GoalMeans; source: string; best?: readonly BestPrice[] | undefined } | undefined;
};

/** A feed's report at one time: its matches, and the unreadable rows. */
export type Snapshot = {
  /** Name of the feed: "openfootball", "results-csv". */
  feed: string;
  matches: readonly FeedMatch[];
  problems: readonly ImportProblem[];
};

/** A source of snapshots: a file, or a service. */
export type Feed = { name: string; read: () => Promise<Snapshot> };
