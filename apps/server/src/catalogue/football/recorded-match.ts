import type { Score } from '@touchline/football/score';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { reconcileGoals, type RecordedGoal, type Side } from './goals.ts';

const Pair = Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })]);
const Goal = Type.Object({
  minute: Type.Union([
    Type.Integer({ minimum: 1 }),
    Type.String({ pattern: '^[0-9]{1,3}(\\+[0-9]{1,2})?$' }),
  ]),
  offset: Type.Optional(Type.Integer({ minimum: 1 })),
});
const Match = Type.Object({
  num: Type.Optional(Type.Integer()),
  round: Type.String(),
  group: Type.Optional(Type.String()),
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  time: Type.String({ pattern: '^\\d{2}:\\d{2}( UTC[+-]\\d{1,2})?$' }),
  team1: Type.String(),
  team2: Type.String(),
  score: Type.Object({
    ft: Pair,
    ht: Type.Optional(Pair),
    et: Type.Optional(Pair),
    p: Type.Optional(Pair),
  }),
  goals1: Type.Optional(Type.Array(Goal)),
  goals2: Type.Optional(Type.Array(Goal)),
});
const Tournament = Type.Object({ name: Type.String(), matches: Type.Array(Match) });

/** A match as it was played in 90 minutes and stoppage time, and how it continued from there. */
export type RecordedMatch = {
  /** Number in the tournament: that of the record for knock-out matches, else the place by kick-off. */
  no: number;
  group?: string | undefined;
  /** Group, or round of the knock-out stage. */
  stage: string;
  kickOff: Date;
  home: string;
  away: string;
  ft: Score;
  /** Absent when the record does not have it. */
  ht?: Score | undefined;
  /** After extra time, and of the shoot-out, where there was one. */
  et?: Score | undefined;
  pens?: Score | undefined;
  /** In order of time. */
  goals: readonly RecordedGoal[];
  /** Corrections of goals that disagreed with the score. */
  corrections: readonly string[];
};

/**
 * Reads a World Cup file of openfootball.
 * @param data parsed JSON, untrusted
 * @returns matches by kick-off
 * @throws when the data is not of that form
 */
export const parseTournament = (data: unknown): { name: string; matches: RecordedMatch[] } => {
  const { name, matches } = Value.Parse(Tournament, data);
  const inOrder = matches
    .map((match) => ({ match, kickOff: kickOffOf(match) }))
    .toSorted((a, b) => a.kickOff.getTime() - b.kickOff.getTime());
  return { name, matches: inOrder.map(({ match, kickOff }, index) => toRecorded(match, kickOff, index + 1)) };
};

const toRecorded = (match: Static<typeof Match>, kickOff: Date, place: number): RecordedMatch => {
  const ft = scoreOf(match.score.ft);
  const isGoalless = ft.home + ft.away === 0;
  const ht = match.score.ht === undefined ? (isGoalless ? ft : undefined) : scoreOf(match.score.ht);
  const hasExtraTime = match.score.et !== undefined || match.score.p !== undefined;
  const goalsOf = (side: Side, goals: readonly Static<typeof Goal>[] = []) =>
    goals.map((goal) => toGoal(side, goal, hasExtraTime)).filter((goal) => goal !== undefined);
  const { goals, corrections } = reconcileGoals(
    [...goalsOf('home', match.goals1), ...goalsOf('away', match.goals2)],
    { ft, ht },
  );
  return {
    no: match.num ?? place,
    group: match.group,
    stage: match.group ?? match.round,
    kickOff,
    home: match.team1,
    away: match.team2,
    ft,
    ht,
    et: match.score.et === undefined ? undefined : scoreOf(match.score.et),
    pens: match.score.p === undefined ? undefined : scoreOf(match.score.p),
    goals,
    corrections: corrections.map((text) => `${match.team1} – ${match.team2}: ${text}`),
  };
};

const scoreOf = ([home, away]: [number, number]): Score => ({ home, away });

/** "13:00 UTC-6" is 19:00 UTC; a time without an offset is taken as UTC. */
const kickOffOf = ({ date, time }: Static<typeof Match>): Date => {
  const [clock = '', zone = 'UTC+0'] = time.split(' ');
  return new Date(Date.parse(`${date}T${clock}:00Z`) - Number(zone.slice(3)) * 3_600_000);
};

/** A goal within 90 minutes and stoppage time; undefined when it fell in extra time. */
const toGoal = (side: Side, goal: Static<typeof Goal>, hasExtraTime: boolean): RecordedGoal | undefined => {
  const [whole = '', added] = String(goal.minute).split('+');
  const minute = Number(whole);
  const stoppage = Number(added ?? goal.offset ?? 0);
  if (minute <= 45) return { side, half: 1, minute, stoppage: minute === 45 ? stoppage : 0 };
  if (minute <= 90) return { side, half: 2, minute, stoppage: minute === 90 ? stoppage : 0 };
  return hasExtraTime ? undefined : { side, half: 2, minute: 90, stoppage: minute - 90 };
};
