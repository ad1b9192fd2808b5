import type { Output } from '@touchline/contract/routes';
import type {
  CompetitionDetail,
  PlayedMatch,
  Source,
  TeamDetail,
} from '@touchline/contract/shapes/competition';
import { firstStepOf, rulesOf } from '@touchline/football/table-rules';
import { expectationOf, type SiteMatch, type SiteMatches } from '../matches/matches.ts';
import type { Events } from '../matches/service.ts';
import { readArchive, replayPlaceOf } from './archive.ts';
import { createBriefAnswers } from '../../core/brief-answers.ts';
import type { Clock } from '../../core/clock.ts';
import { Refused } from '../../core/refusal.ts';
import { bracketAsKnown, roundsAsAnnounced } from './bracket.ts';
import { expectedOf, tallyOf } from './insight.ts';
import {
  figuresOf,
  formOf,
  isOfRun,
  isRevealed,
  playedHere,
  seasonOf,
  together,
  type Played,
  type Replayed,
} from './match.ts';
import { namesOf, type Names } from './names.ts';
import { groupsOf, tablesOf, type Season } from './tables.ts';

/** How long an answer is kept while no result changes. */
const keptMs = 60_000;
/** Names that operators and feeds add or change show within this time, milliseconds. */
const namesMs = 2_000;
/** How long the expectation of a match is shared by all calls, milliseconds. */
const insightMs = 5_000;
const nextMax = 10;
const formMax = 10;
const lastMax = 6;
const meetingsMax = 6;

/** Facts about competitions, teams and matches, from this site's results and the shipped record. */
export const createFootball = ({
  matches: site,
  events,
  replays,
  clock,
}: {
  matches: SiteMatches;
  events: Pick<Events, 'teams' | 'competitions'>;
  /** Whether this site replays a recorded tournament, which the record then leaves out. */
  replays: boolean;
  clock: Clock;
}) => {
  // What is kept rests on results: a new one, of any process, ends it.
  const kept = {
    names: createBriefAnswers<Names>(namesMs),
    competitions: createBriefAnswers<Omit<CompetitionDetail, 'next'>>(keptMs),
    teams: createBriefAnswers<Omit<TeamDetail, 'next'>>(keptMs),
    histories: createBriefAnswers<Played[]>(keptMs),
    replayed: createBriefAnswers<Replayed | undefined>(keptMs),
    insights: createBriefAnswers<Output<'matchInsight'>>(insightMs),
  };
  let stamp = '';
  const look = (): void => {
    const next = site.stamp();
    if (next === stamp) return;
    stamp = next;
    for (const answers of Object.values(kept)) answers.forget();
  };

  const names = (): Promise<Names> =>
    kept.names.of('', async () => {
      const [archive, teams, competitions] = await Promise.all([
        readArchive(),
        events.teams(),
        events.competitions(),
      ]);
      return namesOf(archive, { teams, competitions });
    });

  /** Names with that of this one among them, if there is one: it may have come a moment ago. */
  const namesWith = async (has: (known: Names) => boolean): Promise<Names> => {
    const known = await names();
    if (has(known)) return known;
    kept.names.forget();
    const fresh = await names();
    if (!has(fresh)) throw new Refused('not_found');
    return fresh;
  };
  const namesWithTeam = (id: string): Promise<Names> => namesWith(({ hasTeam }) => hasTeam(id));
  const namesWithCompetition = (id: string): Promise<Names> =>
    namesWith(({ competition }) => competition(id) !== undefined);

  /** The tournament that is replayed, and its run. */
  const replayed = (): Promise<Replayed | undefined> =>
    kept.replayed.of('', async () => {
      if (!replays) return undefined;
      const [{ cups }, ref] = await Promise.all([readArchive(), site.lastReplayed()]);
      const place = ref === undefined ? undefined : replayPlaceOf(ref);
      const cup = cups.find(({ id }) => id === place?.competition) ?? cups.at(-1);
      return cup && { cup, run: place?.run ?? 0 };
    });

  /** What of the shipped record may be shown now. */
  const revealed = async (): Promise<Played[]> => {
    const [{ matches }, tournament] = await Promise.all([readArchive(), replayed()]);
    const at = { now: clock.now(), replayed: tournament };
    return matches.filter((match) => isRevealed(match, at));
  };

  /** Matches of this site that may be shown, and those that are over of them. @param run of the replay */
  const shownHere = async (
    all: readonly SiteMatch[],
    run: number | undefined,
  ): Promise<{ shown: SiteMatch[]; over: Played[] }> => {
    const [known, tournament] = await Promise.all([names(), replayed()]);
    const shown = all.filter((match) => isOfRun(match, run));
    const over = shown.flatMap((match) => {
      const cup = match.replay ? tournament?.cup : undefined;
      const season = cup?.season ?? seasonOf(match.kickOff, known.isLeague(match.competition));
      return playedHere(match, { season, cup }) ?? [];
    });
    return { shown, over };
  };

  /** All that is over of a competition, and its matches on this site. */
  const competitionMatches = async (id: string): Promise<{ shown: SiteMatch[]; over: Played[] }> => {
    const [rows, tournament, record] = await Promise.all([site.ofCompetition(id), replayed(), revealed()]);
    const { shown, over } = await shownHere(rows, tournament?.run);
    return {
      shown,
      over: together(
        over,
        record.filter(({ competition }) => competition === id),
      ),
    };
  };

  /** All that is over of some teams. @param run of the replay, that of now unless given */
  const teamMatches = async (ids: readonly string[], run?: number): Promise<Played[]> => {
    const [rows, tournament, record] = await Promise.all([site.ofTeams(ids), replayed(), revealed()]);
    const { over } = await shownHere(rows, run ?? tournament?.run);
    return together(
      over,
      record.filter(({ home, away }) => ids.includes(home) || ids.includes(away)),
    );
  };

  const toWire = (match: Played, { team, competition }: Names): PlayedMatch => {
    const { home, away, at, exact, season: _, source: __, no: ___, competition: id, ...rest } = match;
    const named = id === undefined ? undefined : competition(id);
    return {
      ...rest,
      competition: named && { id: named.id, name: named.name, names: named.names },
      at: { moment: new Date(at).toISOString(), exact },
      home: team(home),
      away: team(away),
    };
  };

  const sourcesOf = (matches: readonly Played[]): Source[] =>
    (['site', 'openfootball', 'international'] as const).flatMap((kind) => {
      const last = matches.findLast(({ source }) => source === kind);
      return last === undefined ? [] : { kind, until: new Date(last.at).toISOString() };
    });

  /** A season of a competition, ready for its tables. */
  const seasonWith = async (
    id: string,
    season: string,
    { shown, over }: { shown: readonly SiteMatch[]; over: readonly Played[] },
  ): Promise<Season> => {
    const [{ cups }, known] = await Promise.all([readArchive(), names()]);
    const cup = cups.find((each) => each.id === id);
    const isLeague = known.isLeague(id);
    const matches = over.filter((match) => match.season === season);
    const fixtures = shown.filter((match) => match.replay || seasonOf(match.kickOff, isLeague) === season);
    // Groups are known before the first match.
    const groups = groupsOf(cup?.matches ?? [...matches, ...fixtures], isLeague);
    const first = cup?.matches.find(({ group }) => group === undefined)?.stage;
    const firstRound = 2 * (cup?.matches.filter(({ stage }) => stage === first).length ?? 0);
    const thirds = cup === undefined ? 0 : Math.max(0, firstRound - 2 * groups.size);
    return { competition: id, season, matches, groups, thirds };
  };

  const competitionWithout = async (id: string, wanted: string | undefined) => {
    const [archive, known, tournament, all] = await Promise.all([
      readArchive(),
      namesWithCompetition(id),
      replayed(),
      competitionMatches(id),
    ]);
    const competition = known.competition(id);
    if (competition === undefined) throw new Refused('not_found');
    const cup = archive.cups.find((each) => each.id === id);
    const isLeague = known.isLeague(id);
    const ofSite = all.shown.map(({ replay, kickOff }) =>
      replay ? (tournament?.cup.season ?? '') : seasonOf(kickOff, isLeague),
    );
    const seasons = [...new Set([...all.over.map(({ season }) => season), ...ofSite])]
      .toSorted()
      .toReversed();
    const season = wanted ?? seasons[0] ?? cup?.season ?? seasonOf(clock.now(), isLeague);
    if (wanted !== undefined && !seasons.includes(wanted)) throw new Refused('not_found');
    const whole = await seasonWith(id, season, all);
    const tables = tablesOf(whole, { archive, teamOf: known.team });
    const [league] = tables;
    const teams = league?.kind === 'league' ? league.rows.length : 0;
    const { id: _, name, names: own, country } = competition;
    const bracketNow = () =>
      cup === undefined
        ? roundsAsAnnounced(all.shown, whole.matches, known.team)
        : bracketAsKnown(cup, { site: all.shown, played: whole.matches, teamOf: known.team });
    return {
      competition: { id, name, names: own, country },
      season,
      seasons,
      tables,
      separatedBy: firstStepOf(rulesOf(id, season)),
      unplayed: Math.max(0, teams * (teams - 1) - (teams === 0 ? 0 : whole.matches.length)),
      bracket: bracketNow(),
      played: whole.matches.length,
      sources: sourcesOf(whole.matches),
    };
  };

  const teamWithout = async (id: string): Promise<Omit<TeamDetail, 'next'>> => {
    const [archive, known] = await Promise.all([readArchive(), namesWithTeam(id)]);
    const over = await kept.histories.of(`team ${id}`, () => teamMatches([id]));
    const last = over.slice(-formMax);
    // Its place in each competition of its latest season.
    const latest = new Map<string, string>();
    for (const { competition, season } of over)
      if (competition !== undefined) latest.set(competition, season);
    const bySeason = [...latest].toSorted(([, a], [, b]) => (a < b ? 1 : -1));
    const newest = bySeason.filter(([, season]) => season === bySeason[0]?.[1]);
    const places = await Promise.all(
      newest.map(async ([competition, season]) => {
        const all = await competitionMatches(competition);
        const tables = tablesOf(await seasonWith(competition, season, all), { archive, teamOf: known.team });
        const table = tables.find(
          ({ kind, rows }) => kind !== 'third_places' && rows.some((row) => row.team.id === id),
        );
        const row = table?.rows.find(({ team }) => team.id === id);
        const named = known.competition(competition);
        if (table === undefined || row === undefined || named === undefined) return [];
        const { name, names: own } = named;
        return [
          {
            competition: { id: competition, name, names: own },
            season,
            stage: table.stage,
            of: table.rows.length,
            row,
          },
        ];
      }),
    );
    return {
      team: known.team(id),
      places: places.flat(),
      form: formOf(over, id, formMax),
      all: figuresOf(last, id),
      atHome: figuresOf(over.filter(({ home, neutral }) => home === id && !neutral).slice(-formMax), id),
      away: figuresOf(over.filter(({ away, neutral }) => away === id && !neutral).slice(-formMax), id),
      played: over.length,
      sources: sourcesOf(over),
    };
  };

  const insightOf = async (id: string): Promise<Output<'matchInsight'>> => {
    const event = await site.find(id);
    if (event === undefined) throw new Refused('not_found');
    const { home, away, kickOff, replay, feedRef } = event;
    const run = replay ? replayPlaceOf(feedRef)?.run : undefined;
    const [known, all] = await Promise.all([
      names(),
      kept.histories.of(`pair ${home.id} ${away.id} ${run ?? ''}`, () =>
        teamMatches([home.id, away.id], run),
      ),
    ]);
    const before = all.filter(({ at, event: own }) => own !== id && at < kickOff.getTime());
    const sideOf = (team: string): Output<'matchInsight'>['home'] => {
      const own = before.filter((match) => match.home === team || match.away === team);
      return {
        form: formOf(own, team, formMax),
        figures: figuresOf(own.slice(-formMax), team),
        last: own
          .slice(-lastMax)
          .toReversed()
          .map((match) => toWire(match, known)),
      };
    };
    const meetings = before.filter((match) =>
      [match.home, match.away].every((team) => team === home.id || team === away.id),
    );
    const expected = expectationOf(event);
    const result = all.find(({ event: own }) => own === id);
    return {
      home: sideOf(home.id),
      away: sideOf(away.id),
      meetings: {
        list: meetings
          .slice(-meetingsMax)
          .toReversed()
          .map((match) => toWire(match, known)),
        ...tallyOf(meetings, home.id),
      },
      expected: expected && expectedOf(expected, result?.awarded === true ? undefined : result?.ft),
      sources: sourcesOf(before),
    };
  };

  return {
    /** Reads the shipped record before somebody asks. */
    warm: async (): Promise<void> => {
      await readArchive();
    },

    names,

    /** @throws Refused `not_found` for a competition or a season that is not known */
    competition: async (id: string, season: string | undefined): Promise<CompetitionDetail> => {
      look();
      const answer = await kept.competitions.of(`${id} ${season ?? ''}`, () =>
        competitionWithout(id, season),
      );
      return { ...answer, next: site.next({ competition: id }, nextMax) };
    },

    /** @throws Refused `not_found` for a team that is not known */
    team: async (id: string): Promise<TeamDetail> => {
      look();
      const answer = await kept.teams.of(id, () => teamWithout(id));
      return { ...answer, next: site.next({ team: id }, nextMax) };
    },

    /** What is over of a competition, of one of its seasons, or of a team; the latest first. */
    played: async (
      of: { competition?: string | undefined; season?: string | undefined; team?: string | undefined },
      { page, limit }: { page: number; limit: number },
    ): Promise<Output<'playedList'>> => {
      look();
      const { competition, season, team } = of;
      if (competition === undefined && team === undefined) throw new Refused('not_found');
      if (team !== undefined) await namesWithTeam(team);
      const known = competition === undefined ? await names() : await namesWithCompetition(competition);
      const all =
        team !== undefined
          ? await kept.histories.of(`team ${team}`, () => teamMatches([team]))
          : await kept.histories.of(
              `cup ${competition ?? ''}`,
              async () => (await competitionMatches(competition ?? '')).over,
            );
      const wanted = all.filter(
        (match) =>
          (competition === undefined || match.competition === competition) &&
          (season === undefined || match.season === season),
      );
      const list = wanted.toReversed().slice((page - 1) * limit, page * limit);
      return { list: list.map((match) => toWire(match, known)), total: wanted.length, page, limit };
    },

    /** @throws Refused `not_found` for a match that is not known */
    insight: (id: string): Promise<Output<'matchInsight'>> => {
      look();
      return kept.insights.of(id, () => insightOf(id));
    },
  };
};
