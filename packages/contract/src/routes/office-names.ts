import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { operatorRoute } from '../route.ts';
import { Id } from '../shapes/common.ts';
import { OfficeClub, OfficeCompetition } from '../shapes/office-names.ts';

const closed = { additionalProperties: false };
const Why = Type.String({ minLength: 5, maxLength: 500, description: 'why, for the log' });
const Name = Type.String({ minLength: 2, maxLength: 60, pattern: '\\S' });
const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#0a5c36'] });
const seen = {
  id: Type.Optional(Type.String({ ...Id, description: 'without one something new is made' })),
  version: Type.Integer({
    minimum: 0,
    maximum: limits.numberMax,
    description: 'as it was seen; 0 while no operator has said anything',
  }),
};

export const officeNameRoutes = {
  officeCompetitionSave: operatorRoute('officeCompetitionSave', 'POST /api/office/competitionSave', {
    decides: true,
    roles: ['trader'],
    summary: 'Make a competition, or change its names and its place in lists, or turn it off or on',
    input: Type.Object(
      {
        ...seen,
        name: Type.String({ ...Name, description: 'in English' }),
        names: Type.Optional(
          Type.Record(Type.String({ maxLength: 8 }), Type.String({ maxLength: 60 }), {
            maxProperties: 20,
            description: 'in other languages, by language',
          }),
        ),
        country: Type.Optional(Type.String({ minLength: 2, maxLength: 60, pattern: '\\S' })),
        zone: Type.Optional(
          Type.String({
            maxLength: 60,
            examples: ['Europe/Vienna'],
            description: 'of its kick-offs; a new one has one, so that files and people can give local times',
          }),
        ),
        order: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 999,
            description: 'in members’ lists; those without come after',
          }),
        ),
        off: Type.Boolean({
          description: 'matches that kick off from now on are neither listed to members nor offered',
        }),
        reason: Why,
      },
      closed,
    ),
    output: OfficeCompetition,
    reasons: ['not_found', 'outdated', 'name_taken', 'validation'],
  }),
  officeClubSave: operatorRoute('officeClubSave', 'POST /api/office/clubSave', {
    decides: false,
    roles: ['trader'],
    summary: 'Make a team, or change its name, its short name and its colours',
    input: Type.Object(
      {
        ...seen,
        name: Name,
        short: Type.String({ pattern: '^[A-Z0-9]{2,3}$', examples: ['ARS'] }),
        colours: Type.Tuple([Colour, Colour]),
        reason: Why,
      },
      closed,
    ),
    output: OfficeClub,
    reasons: ['not_found', 'outdated', 'name_taken'],
  }),
};
