import type { Score } from '@touchline/football/score';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { phases, type LiveReport } from './word.ts';

const Goals = Type.Object({ home: Type.Integer(), away: Type.Integer() });
const common = {
  asOf: Type.Number(),
  clockMinute: Type.Number(),
  minute: Type.Optional(Type.String()),
  score: Goals,
  ht: Type.Optional(Goals),
  redCards: Type.Optional(Goals),
};
const FlaggedReport = Type.Union([
  Type.Object({
    ...common,
    phase: Type.Enum([...phases]),
    off: Type.Optional(Type.Undefined()),
  }),
  Type.Object({
    ...common,
    phase: Type.Optional(Type.Undefined()),
    off: Type.Enum(['postponed', 'cancelled', 'abandoned', 'awarded']),
  }),
]);
/** The subject of a flag: the doubted report. */
export type FlaggedReport = Static<typeof FlaggedReport>;

/** The part of a report that is stored with a flag. */
export const toSaid = ({
  asOf,
  clockMinute,
  minute,
  score,
  ht,
  redCards,
  phase,
  off,
}: LiveReport): object => ({
  asOf,
  clockMinute,
  minute,
  score,
  ht,
  redCards,
  phase,
  off,
});

/** @param kept as it comes from the database */
export const readSaid = (kept: unknown): FlaggedReport => Value.Parse(FlaggedReport, kept);

/** In a few words, for people. */
export const tellSaid = (said: FlaggedReport): string => {
  const at = ({ home, away }: Score) => `${home}-${away}`;
  if (said.off !== undefined) return `${said.off} at ${at(said.score)}`;
  const half = said.ht === undefined ? '' : `, half time ${at(said.ht)}`;
  return `${at(said.score)} in ${said.phase.replaceAll('_', ' ')}, minute ${said.clockMinute}${half}`;
};
