import { limits } from '@touchline/contract/limits';
import type { Output } from '@touchline/contract/routes';
import type { Book } from '../book/open.ts';
import type { Handlers } from '../platform/handler.ts';
import { ownerOf } from '../platform/owner.ts';
import type { Ground, Room } from '../platform/room.ts';
import { createFootball } from './service.ts';

/** The record is read this long after the start, milliseconds: neither the start nor the first page of football waits for it. */
const warmAfterMs = 3_000;
const teamsMax = 8;
const competitionsMax = 6;
const betsMax = 5;

type FootballHandlers = Pick<
  Handlers,
  'competitionDetail' | 'teamDetail' | 'playedList' | 'matchInsight' | 'search'
>;

/** Opens the room of football: competitions, teams, facts about matches, and the search. */
export const openFootball = (
  { config, clock, log }: Ground,
  { book }: { book: Pick<Book, 'matches' | 'events' | 'records'> },
) => {
  const football = createFootball({ book, replays: config.REPLAY, clock });
  const handlers: FootballHandlers = {
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
      const events = await book.matches.idsOf({
        teams: teams.map(({ id }) => id),
        competitions: competitions.map(({ id }) => id),
      });
      return { teams, competitions, bets: await book.records.onEvents(ownerOf(member), events, betsMax) };
    },
  };
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
  } satisfies Room;
};
