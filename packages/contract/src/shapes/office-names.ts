import { Type } from 'typebox';
import { Amount, Moment } from './common.ts';
import { NamedCompetition, Team } from './football.ts';
import { Actor } from './office-trading.ts';
import type { Shape } from '../sendable.ts';

/** What an operator has said of it, and who was the last. */
const kept = {
  version: Type.Integer({ description: '0 while no operator has said anything; saving names it' }),
  saved: Type.Optional(Type.Object({ by: Actor, at: Moment, reason: Type.String() })),
};

/** A competition, what there is of it, and whether it has a rule of what is offered. */
export const OfficeCompetition = Type.Object({
  ...NamedCompetition.properties,
  country: Type.Optional(Type.String()),
  zone: Type.Optional(Type.String({ description: 'time zone of kick-offs whose source names none' })),
  order: Type.Optional(Type.Integer({ description: 'in members’ lists, 1 first; those without come after' })),
  off: Type.Optional(
    Type.String({ format: 'date-time', description: 'since then it is off: later kick-offs are withheld' }),
  ),
  known: Type.Boolean({
    description: 'has or had matches here; else it is one the server knows the teams of',
  }),
  matches: Type.Integer({ description: 'that are not over' }),
  toCome: Type.Integer(),
  live: Type.Integer(),
  over: Type.Integer(),
  stakes: Type.Object({
    singles: Type.String({
      ...Amount,
      description: 'of open bets on one match, on matches that are not over',
    }),
  }),
  rule: Type.Optional(Type.Object({ version: Type.Integer(), at: Moment })),
  ...kept,
});
export type OfficeCompetition = Shape<typeof OfficeCompetition>;

/** A team as operators keep it. */
export const OfficeClub = Type.Object({ ...Team.properties, ...kept });
export type OfficeClub = Shape<typeof OfficeClub>;
