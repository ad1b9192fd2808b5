import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { route } from '../route.ts';
import { Bet } from '../shapes/bet.ts';
import { Id, listOf, pageFields } from '../shapes/common.ts';
import { CompetitionDetail, MatchInsight, PlayedMatch, TeamDetail } from '../shapes/competition.ts';
import { NamedCompetition, Team } from '../shapes/football.ts';

const closed = { additionalProperties: false };
const Season = Type.Optional(
  Type.String({ maxLength: 12, description: 'such as "2024-25" or "2022"; without it the latest' }),
);

/** What there is to know of competitions, teams and matches, for members and visitors. */
export const footballRoutes = {
  competitionDetail: route('competitionDetail', 'GET /api/game.soccer/competitionDetail', {
    auth: 'public',
    purpose: 'page',
    compress: true,
    summary: 'A competition: tables, bracket, next matches',
    input: Type.Object({ id: Id, season: Season }, closed),
    output: CompetitionDetail,
    reasons: ['not_found'],
  }),
  teamDetail: route('teamDetail', 'GET /api/game.soccer/teamDetail', {
    auth: 'public',
    purpose: 'page',
    compress: true,
    summary: 'A team: its place, form, goals, next matches',
    input: Type.Object({ id: Id }, closed),
    output: TeamDetail,
    reasons: ['not_found'],
  }),
  playedList: route('playedList', 'GET /api/game.soccer/playedList', {
    auth: 'public',
    purpose: 'page',
    compress: true,
    summary: 'Matches of a competition or a team that are over, the latest first',
    input: Type.Object(
      { competition: Type.Optional(Id), season: Season, team: Type.Optional(Id), ...pageFields },
      closed,
    ),
    output: listOf(PlayedMatch),
    reasons: ['not_found'],
  }),
  matchInsight: route('matchInsight', 'GET /api/game.soccer/matchInsight', {
    auth: 'public',
    purpose: 'page',
    compress: true,
    summary: 'Form, earlier meetings and expected goals of a match',
    input: Type.Object({ id: Id }, closed),
    output: MatchInsight,
    reasons: ['not_found'],
  }),
  search: route('search', 'GET /api/index/search', {
    auth: 'public',
    purpose: 'page',
    knowsMember: true,
    compress: true,
    summary:
      'Teams and competitions by name in any language of the caller, and bets of the member on their matches',
    input: Type.Object({ q: Type.String({ minLength: 1, maxLength: limits.searchMaxLength }) }, closed),
    output: Type.Object({
      teams: Type.Array(Team),
      competitions: Type.Array(
        Type.Object({ ...NamedCompetition.properties, country: Type.Optional(Type.String()) }),
      ),
      bets: Type.Array(Bet),
    }),
  }),
};
