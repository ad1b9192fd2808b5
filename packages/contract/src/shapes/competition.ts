import { Type } from 'typebox';
import { Id, Moment, oneOf } from './common.ts';
import { Event, EventState, Goals, NamedCompetition, Team } from './football.ts';
import type { Shape } from '../sendable.ts';

/** A match that is over, of this site or of the record it ships. */
export const PlayedMatch = Type.Object({
  event: Type.Optional(Id),
  competition: Type.Optional(NamedCompetition),
  friendly: Type.Optional(
    Type.Boolean({ description: 'between national teams, outside of any competition' }),
  ),
  at: Type.Object({
    moment: Moment,
    exact: Type.Boolean({ description: 'false: only the day is known' }),
  }),
  stage: Type.Optional(Type.String()),
  neutral: Type.Boolean(),
  home: Team,
  away: Team,
  ft: Goals,
  ht: Type.Optional(Goals),
  et: Type.Optional(Type.Object(Goals.properties, { description: 'after extra time' })),
  pens: Type.Optional(Type.Object(Goals.properties, { description: 'of the shoot-out' })),
  awarded: Type.Optional(Type.Boolean({ description: 'decided by a committee' })),
  replay: Type.Optional(Type.Boolean({ description: 'a recorded match that this site played again' })),
});
export type PlayedMatch = Shape<typeof PlayedMatch>;

/** Won, drawn, lost. */
export const FormLetter = oneOf(['W', 'D', 'L']);
export type FormLetter = Shape<typeof FormLetter>;

export const TableRow = Type.Object({
  team: Team,
  rank: Type.Integer({ description: 'teams that nothing separates share it' }),
  played: Type.Integer(),
  won: Type.Integer(),
  drawn: Type.Integer(),
  lost: Type.Integer(),
  goalsFor: Type.Integer(),
  goalsAgainst: Type.Integer(),
  points: Type.Integer(),
  deducted: Type.Integer({ description: 'points taken away; `points` is without them' }),
  form: Type.Array(FormLetter, { description: 'the last five, the latest last' }),
  goesThrough: Type.Boolean({ description: 'currently on a place that leads to the next stage' }),
});
export type TableRow = Shape<typeof TableRow>;

export const Table = Type.Object({
  kind: oneOf(['league', 'group', 'third_places']),
  stage: Type.Optional(Type.String({ description: 'of a group' })),
  rows: Type.Array(TableRow),
  decidedBy: Type.Optional(oneOf(['play_off', 'fair_play'])),
});
export type Table = Shape<typeof Table>;

const BracketSide = Type.Object({
  team: Type.Optional(Team),
  from: Type.Array(Team, { description: 'the teams of the match that decides it, where it is known' }),
});

export const BracketStage = Type.Object({
  stage: Type.String(),
  places: Type.Array(
    Type.Object({
      home: BracketSide,
      away: BracketSide,
      event: Type.Optional(Id),
      kickOff: Type.Optional(Moment),
      state: Type.Optional(EventState),
      ft: Type.Optional(Goals),
      et: Type.Optional(Goals),
      pens: Type.Optional(Goals),
      winner: Type.Optional(oneOf(['home', 'away'])),
    }),
  ),
});
export type BracketStage = Shape<typeof BracketStage>;

/** Where figures come from. */
export const Source = Type.Object({
  kind: oneOf(['site', 'openfootball', 'international']),
  until: Type.Optional(Moment),
});
export type Source = Shape<typeof Source>;

export const CompetitionDetail = Type.Object({
  competition: Type.Object({ ...NamedCompetition.properties, country: Type.Optional(Type.String()) }),
  season: Type.String(),
  seasons: Type.Array(Type.String(), { description: 'the latest first' }),
  tables: Type.Array(Table),
  separatedBy: oneOf(['goal_difference', 'meetings']),
  unplayed: Type.Integer({ description: 'matches of the season that this record does not have' }),
  bracket: Type.Array(BracketStage),
  next: Type.Array(Event),
  played: Type.Integer(),
  sources: Type.Array(Source),
});
export type CompetitionDetail = Shape<typeof CompetitionDetail>;

/** What a team did in its last matches. */
export const TeamFigures = Type.Object({
  played: Type.Integer(),
  won: Type.Integer(),
  drawn: Type.Integer(),
  lost: Type.Integer(),
  goalsFor: Type.Integer(),
  goalsAgainst: Type.Integer(),
  cleanSheets: Type.Integer(),
  withoutGoal: Type.Integer(),
  bothScored: Type.Integer(),
  over25: Type.Integer({ description: 'three goals and more' }),
});
export type TeamFigures = Shape<typeof TeamFigures>;

export const TeamDetail = Type.Object({
  team: Team,
  places: Type.Array(
    Type.Object({
      competition: NamedCompetition,
      season: Type.String(),
      stage: Type.Optional(Type.String()),
      of: Type.Integer({ description: 'teams in the table' }),
      row: TableRow,
    }),
  ),
  next: Type.Array(Event),
  form: Type.Array(FormLetter, { description: 'the last ten, the latest last' }),
  all: TeamFigures,
  atHome: TeamFigures,
  away: TeamFigures,
  played: Type.Integer(),
  sources: Type.Array(Source),
});
export type TeamDetail = Shape<typeof TeamDetail>;

const Percent = Type.String({ description: 'percent with one decimal, e.g. "52.1"' });
const Mean = Type.String({ description: 'goals with two decimals, e.g. "1.62"' });

/** Chances of a match, without margin. */
export const MatchChances = Type.Object({
  home: Percent,
  draw: Percent,
  away: Percent,
  bothScore: Percent,
  over25: Percent,
  scores: Type.Array(Type.Object({ score: Goals, chance: Percent }), { description: 'the three likeliest' }),
});
export type MatchChances = Shape<typeof MatchChances>;

const SideInsight = Type.Object({
  form: Type.Array(FormLetter, { description: 'the last ten, the latest last' }),
  figures: TeamFigures,
  last: Type.Array(PlayedMatch),
});

export const MatchInsight = Type.Object({
  home: SideInsight,
  away: SideInsight,
  meetings: Type.Object({
    list: Type.Array(PlayedMatch),
    played: Type.Integer(),
    homeWon: Type.Integer(),
    drawn: Type.Integer(),
    awayWon: Type.Integer(),
    homeGoals: Type.Integer(),
    awayGoals: Type.Integer(),
  }),
  expected: Type.Optional(
    Type.Object({
      goals: Type.Object({ home: Mean, away: Mean }),
      before: MatchChances,
      now: Type.Optional(MatchChances),
      cameWith: Type.Optional(
        Type.Object(
          { result: Percent, score: Percent },
          { description: 'chances before kick-off of what came' },
        ),
      ),
      basis: Type.Object({
        kind: oneOf(['market', 'trader', 'results']),
        results: Type.Optional(Type.Integer()),
        shots: Type.Optional(
          Type.Integer({ description: 'known results with shots of the team that has fewer' }),
        ),
      }),
    }),
  ),
  sources: Type.Array(Source),
});
export type MatchInsight = Shape<typeof MatchInsight>;
