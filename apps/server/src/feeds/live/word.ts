import type { Shape } from '@touchline/contract/sendable';
import type { Score } from '@touchline/football/score';
import { Type } from 'typebox';

/** Phases of a match in their order; `over` once 90 minutes are played, also during extra time. */
export const phases = ['before', 'first_half', 'half_time', 'second_half', 'over'] as const;
export type MatchPhase = (typeof phases)[number];

export type LiveGoal = { side: 'home' | 'away'; half: 1 | 2; shown: string; minute: number };

/** A live feed's report of a match at one time. */
export type LiveReport = {
  /** When the feed made it, milliseconds since 1970. */
  asOf: number;
  kickOff: Date;
  /** Minute on the clock with stoppage, 0 … 45 and on, then 45 … 90 and on; 0 when it does not run. */
  clockMinute: number;
  /** As shown, "45+2". */
  minute?: string | undefined;
  /** After 90 minutes the score at their end; extra time and shoot-outs do not count. */
  score: Score;
  /** Once the first half is complete, where the feed has it. */
  ht?: Score | undefined;
  redCards?: Score | undefined;
  goals: readonly LiveGoal[];
  /** Play is interrupted, or the feed does not know its state: no betting. */
  isHalted: boolean;
} & (
  | { phase: MatchPhase; off?: undefined }
  /** The match will not continue as planned. */
  | { phase: undefined; off: 'postponed' | 'cancelled' | 'abandoned' | 'awarded' }
);

const StoredScore = Type.Object({ home: Type.Integer(), away: Type.Integer() });
/** The last accepted report, as stored. */
export const AcceptedReport = Type.Object({
  asOf: Type.Number(),
  phase: Type.Enum([...phases]),
  clockMinute: Type.Number(),
  score: StoredScore,
  ht: Type.Optional(StoredScore),
  redCards: Type.Optional(StoredScore),
  /** The time of the last goal or red card; betting rests for a while after it. */
  stirredAt: Type.Optional(Type.Number()),
});
export type AcceptedReport = Shape<typeof AcceptedReport>;

export const place = (phase: MatchPhase): number => phases.indexOf(phase);
