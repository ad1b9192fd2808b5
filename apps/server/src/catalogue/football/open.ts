import { limits } from '@touchline/contract/limits';
import type { Output } from '@touchline/contract/routes';
import type { Handlers } from '../../core/handler.ts';
import { type Owner, ownerOf } from '../../core/owner.ts';
import type { Events } from '../matches/service.ts';
import type { SiteMatches } from '../matches/matches.ts';
import type { Context, Module } from '../../core/module.ts';
import { Football } from './service.ts';

/** The record is read this long after the start, milliseconds: neither the start nor the first page of football waits for it. */
const warmAfterMs = 3_000;
const teamsMax = 8;
const competitionsMax = 6;
const betsMax = 5;

/** Opens the module of football: competitions, teams, facts about matches, and the search. */
export const openFootball = (
  { config, clock, log }: Context,
  {
    matches,
    events,
    betsOn,
  }: {
    matches: SiteMatches;
    events: Events;
    /** Some bets of a member on matches, the newest first. */
    betsOn: (owner: Owner, matches: readonly string[], limit: number) => Promise<Output<'search'>['bets']>;
  },
) => {
  const football = new Football({ matches, events, replays: config.REPLAY, clock });
  const handlers = {
    competitionDetail: ({ id, season }) => football.competition(id, season),
    teamDetail: ({ id }) => football.team(id),
    playedList: ({ page = 1, limit = limits.listLimitDefault, ...of }) =>
      football.played(of, { page, limit }),
    matchInsight: ({ id }) => football.insight(id),
    search: async ({ q }, { member, lan }): Promise<Output<'search'>> => {
      const known = await football.names();
      const teams = known.findTeams(q, lan, teamsMax);
      const competitions = known.findCompetitions(q, lan, competitionsMax);
      if (!member || (teams.length === 0 && competitions.length === 0))
        return { teams, competitions, bets: [] };
      const found = await matches.idsOf({
        teams: teams.map(({ id }) => id),
        competitions: competitions.map(({ id }) => id),
      });
      return { teams, competitions, bets: await betsOn(ownerOf(member), found, betsMax) };
    },
  } satisfies Partial<Handlers>;
  let warming: ReturnType<typeof setTimeout> | undefined;
  return {
    service: football,
    handlers,
    start: () => {
      warming = setTimeout(() => {
        football.warm().catch((error: unknown) => log.warn({ err: error }, 'record of matches'));
      }, warmAfterMs).unref();
    },
    stop: () => clearTimeout(warming),
  } satisfies Module;
};
