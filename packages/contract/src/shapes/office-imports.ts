import { Type } from 'typebox';
import { Id, Moment, oneOf } from './common.ts';
import { Goals } from './football.ts';
import type { Shape } from '../sendable.ts';

/** What a file holds: fixtures and results, or prices of matches to come. */
export const importKinds = ['results', 'prices'] as const;

export const importRowStates = ['new', 'changed', 'unchanged', 'refused', 'waiting'] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** Why a row is not done: it cannot be read, it contradicts the record, or a name in it is not known. The office has the words. */
export const importReasons = [
  'file_empty',
  'not_text',
  'letters_lost',
  'quote',
  'column_twice',
  'column_missing',
  'cells',
  'no_competition',
  'not_json',
  'no_matches',
  'no_match',
  'as_told',
  'no_date',
  'date_form',
  'date_none',
  'time_form',
  'zone_form',
  'zone_missing',
  'competition_twice',
  'no_home',
  'no_away',
  'team_itself',
  'status_unknown',
  'score_form',
  'score_none',
  'full_time_missing',
  'award_without',
  'half_time_above',
  'half_time_missing',
  'result_beside',
  'result_alone',
  'line_form',
  'price_form',
  'repeated',
  'repeated_otherwise',
  'prices_odds',
  'prices_line',
  'prices_margin',
  'prices_contradiction',
  'swapped',
  'same_pair',
  'ambiguous',
  'other_teams',
  'begun',
  'too_early',
  'other_day',
  'called_off',
  'awarded',
  'no_result',
  'kick_off',
  'in_part',
  'far',
  'name',
] as const;

export const ImportReason = Type.Object({
  why: oneOf([...importReasons]),
  values: Type.Record(Type.String(), Type.String(), {
    description:
      'of a name: name; of the record: at (a time), count, state, feed; of the content of the file: text, column, columns, cells, width, line, score, letter, ht, ft, team, match, date, rows, odds, sum, fit, status, time, competition, `told`',
  }),
});
export type ImportReason = Shape<typeof ImportReason>;

const GoalText = Type.Object({ home: Type.String(), away: Type.String() });

/** The planned change of a match, with its recorded state. */
export const ImportChange = Type.Object({
  do: oneOf(['add', 'link', 'kick_off', 'begun', 'call_off', 'prices', 'result']),
  event: Type.Optional(Id),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
  goalsBefore: Type.Optional(GoalText),
  goals: Type.Optional(GoalText),
  pricesFrom: Type.Optional(Type.String({ description: 'whose prices, or "results"' })),
  ft: Type.Optional(Goals),
  ht: Type.Optional(Goals),
  as: Type.Optional(
    oneOf(['first', 'second_source', 'completes', 'contradicts_proposed', 'contradicts_confirmed']),
  ),
  against: Type.Optional(Type.Object({ ft: Type.Optional(Goals), ht: Type.Optional(Goals) })),
});
export type ImportChange = Shape<typeof ImportChange>;

/** One row of a file, and its result. */
export const ImportRow = Type.Object({
  row: Type.Integer({ description: 'from 1, the header not counted; 0 is the file as a whole' }),
  names: Type.String({ description: 'as the file writes them' }),
  state: oneOf([...importRowStates]),
  changes: Type.Array(ImportChange),
  reasons: Type.Array(ImportReason),
});
export type ImportRow = Shape<typeof ImportRow>;

/** A name without an explanation, with its possible meanings. */
export const NameQuestion = Type.Object({
  kind: oneOf(['team', 'competition']),
  name: Type.String(),
  place: Type.String({
    description: 'of a team: the country of the competition, or its id where it has none; else empty',
  }),
  seenIn: Type.String(),
  suggestions: Type.Array(Type.Object({ id: Id, name: Type.String() })),
});
export type NameQuestion = Shape<typeof NameQuestion>;

/** What a file would do. Nothing has changed. */
export const ImportPreview = Type.Object({
  hash: Type.String({
    description: 'names the changes and the state they were made on; applying sends it back',
  }),
  rows: Type.Array(ImportRow),
  counts: Type.Object({
    new: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Integer(),
    waiting: Type.Integer(),
  }),
  questions: Type.Array(NameQuestion),
  suspect: Type.Boolean({
    description: 'so many results disagree with the record that the file may be wrong: applying takes `sure`',
  }),
});
export type ImportPreview = Shape<typeof ImportPreview>;

/** The outcome. */
export const ImportDone = Type.Object({
  applied: Type.Integer(),
  left: Type.Array(Type.Object({ names: Type.String(), why: oneOf(['moved', 'impossible']) }), {
    description: 'changes whose match moved since the file was read, and impossible results',
  }),
  now: ImportPreview,
});
export type ImportDone = Shape<typeof ImportDone>;
