import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { operatorRoute } from '../route.ts';
import { Id, listOf, Moment, oneOf, pageFields } from '../shapes/common.ts';
import { ImportDone, importKinds, ImportPreview } from '../shapes/office-imports.ts';
import { OfficeClub } from '../shapes/office-names.ts';
import { OfficeEventDetail } from '../shapes/office-trading.ts';

const closed = { additionalProperties: false };
const Why = Type.String({ minLength: 5, maxLength: 500, description: 'why, for the log' });
const Goals = Type.String({ pattern: '^\\d(\\.\\d{1,2})?$', examples: ['1.45'] });
const file = {
  kind: oneOf([...importKinds]),
  name: Type.String({ minLength: 1, maxLength: 120, description: 'of the file, for the record' }),
  text: Type.String({ maxLength: limits.importMaxBytes, description: 'the file, CSV' }),
  competition: Type.Optional(
    Type.String({ ...Id, description: 'of a file without a column for it, by its name or id' }),
  ),
  zone: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'time zone of its kick-offs; without it that of the competition',
    }),
  ),
};

export const officeImportRoutes = {
  officeImportPreview: operatorRoute('officeImportPreview', 'POST /api/office/importPreview', {
    decides: false,
    roles: ['trader'],
    body: 'file',
    summary: 'What a file of fixtures, results or prices would do, row by row. Changes nothing',
    input: Type.Object(file, closed),
    output: ImportPreview,
    reasons: ['validation', 'too_large'],
  }),
  officeImportApply: operatorRoute('officeImportApply', 'POST /api/office/importApply', {
    decides: true,
    roles: ['trader'],
    body: 'file',
    summary:
      'Do what a preview has shown; refused when that is another by now. Results are proposals of the operator',
    input: Type.Object(
      {
        ...file,
        hash: Type.String({ maxLength: 64, description: 'of the preview' }),
        sure: Type.Optional(Type.Literal(true)),
        reason: Why,
      },
      closed,
    ),
    output: ImportDone,
    reasons: ['outdated', 'change_large', 'validation', 'too_large'],
  }),
  officeNameExplain: operatorRoute('officeNameExplain', 'POST /api/office/nameExplain', {
    decides: false,
    roles: ['trader'],
    summary: 'Say which team or competition a name in files means, from now on',
    input: Type.Object(
      {
        kind: oneOf(['team', 'competition']),
        name: Type.String({ minLength: 1, maxLength: 120 }),
        place: Type.Optional(
          Type.String({ minLength: 1, maxLength: 60, description: 'of a team, as the question names it' }),
        ),
        means: Id,
      },
      closed,
    ),
    output: Type.Object({}),
    reasons: ['not_found', 'validation'],
  }),
  officeClubList: operatorRoute('officeClubList', 'GET /api/office/clubList', {
    roles: ['trader', 'owner', 'auditor'],
    summary: 'Teams there are, shipped or made',
    input: Type.Object(
      { q: Type.Optional(Type.String({ maxLength: limits.searchMaxLength })), ...pageFields },
      closed,
    ),
    output: listOf(OfficeClub),
  }),
  officeEventAdd: operatorRoute('officeEventAdd', 'POST /api/office/eventAdd', {
    decides: true,
    roles: ['trader'],
    summary: 'Make a match. Without goals it is priced from recorded results, or not at all',
    input: Type.Object(
      {
        competition: Id,
        home: Id,
        away: Id,
        kickOff: Moment,
        neutral: Type.Optional(Type.Boolean()),
        stage: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
        goals: Type.Optional(
          Type.Object({ home: Goals, away: Goals }, { ...closed, description: 'expected of each side' }),
        ),
        sure: Type.Optional(Type.Literal(true)),
        reason: Why,
      },
      closed,
    ),
    output: OfficeEventDetail,
    reasons: ['not_found', 'match_exists', 'validation'],
  }),
  officeEventMove: operatorRoute('officeEventMove', 'POST /api/office/eventMove', {
    decides: true,
    roles: ['trader'],
    summary: 'Change the kick-off of a match that operators made, by up to 48 hours',
    input: Type.Object(
      {
        event: Id,
        from: Type.String({ ...Moment, description: 'the kick-off as it was seen' }),
        to: Moment,
        reason: Why,
      },
      closed,
    ),
    output: OfficeEventDetail,
    reasons: ['not_found', 'outdated', 'closed', 'forbidden', 'validation'],
  }),
};
