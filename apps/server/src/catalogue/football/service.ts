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
import { readArchive, replayPlaceOf, type Archive } from './archive.ts';
import { createBriefAnswers } from '../brief-answers.ts';
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
  type FinishedMatch,
  type ReplayedCup,
} from './match.ts';
import { NameIndex } from './names.ts';
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
export class Football {
  readonly #site: SiteMatches;
  readonly #events: Events;
  readonly #replays: boolean;
  readonly #clock: Clock;
  // What is kept rests on results: a new one, of any process, ends it.
  readonly #kept = {
    names: createBriefAnswers<NameIndex>(namesMs),
    competitions: createBriefAnswers<Omit<CompetitionDetail, 'next'>>(keptMs),
    teams: createBriefAnswers<Omit<TeamDetail, 'next'>>(keptMs),
    histories: createBriefAnswers<FinishedMatch[]>(keptMs),
    replayed: createBriefAnswers<ReplayedCup | undefined>(keptMs),
    insights: createBriefAnswers<Output<'matchInsight'>>(insightMs),
  };
  #stamp = '';

  /** @param of.replays whether this site replays a recorded tournament, which the record then leaves out */
  constructor(of: { matches: SiteMatches; events: Events; replays: boolean; clock: Clock }) {
    this.#site = of.matches;
    this.#events = of.events;
    this.#replays = of.replays;
    this.#clock = of.clock;
  }

  /** Reads the shipped record before the first call needs it. */
  async warm(): Promise<void> {
    await readArchive();
  }

  /** Teams and competitions by their names and ids. */
  names(): Promise<NameIndex> {
    return this.#kept.names.of('', async () => {
      const [archive, teams, competitions] = await Promise.all([
        readArchive(),
        this.#events.teams(),
        this.#events.competitions(),
      ]);
      return new NameIndex(archive, { teams, competitions });
    });
  }

  /** A competition in one of its seasons. @throws Refused `not_found` for a competition or a season that is not known */
  async competition(id: string, season: string | undefined): Promise<CompetitionDetail> {
    this.#look();
    const answer = await this.#kept.competitions.of(`${id} ${season ?? ''}`, () =>
      this.#readCompetition(id, season),
    );
    return { ...answer, next: this.#site.next({ competition: id }, nextMax) };
  }

  /** A team with its places and figures. @throws Refused `not_found` for a team that is not known */
  async team(id: string): Promise<TeamDetail> {
    this.#look();
    const answer = await this.#kept.teams.of(id, () => this.#readTeam(id));
    return { ...answer, next: this.#site.next({ team: id }, nextMax) };
  }

  /** What is over of a competition, of one of its seasons, or of a team; the latest first. */
  async played(
    of: { competition?: string | undefined; season?: string | undefined; team?: string | undefined },
    { page, limit }: { page: number; limit: number },
  ): Promise<Output<'playedList'>> {
    this.#look();
    const { competition, season, team } = of;
    if (competition === undefined && team === undefined) throw new Refused('not_found');
    if (team !== undefined) await this.#namesWithTeam(team);
    const known =
      competition === undefined ? await this.names() : await this.#namesWithCompetition(competition);
    const all =
      team !== undefined
        ? await this.#kept.histories.of(`team ${team}`, () => this.#teamMatches([team]))
        : await this.#kept.histories.of(
            `cup ${competition ?? ''}`,
            async () => (await this.#competitionMatches(competition ?? '')).over,
          );
    const wanted = all.filter(
      (match) =>
        (competition === undefined || match.competition === competition) &&
        (season === undefined || match.season === season),
    );
    const list = wanted.toReversed().slice((page - 1) * limit, page * limit);
    return { list: list.map((match) => toWire(match, known)), total: wanted.length, page, limit };
  }

  /** Form, figures and meetings of the sides of a match. @throws Refused `not_found` for a match that is not known */
  async insight(id: string): Promise<Output<'matchInsight'>> {
    this.#look();
    return this.#kept.insights.of(id, () => this.#readInsight(id));
  }

  /** Forgets all answers when a result is new. */
  #look(): void {
    const next = this.#site.stamp();
    if (next === this.#stamp) return;
    this.#stamp = next;
    for (const answers of Object.values(this.#kept)) answers.forget();
  }

  /** The known names, read again where the wanted one is missing: it may have been added just now. */
  async #namesWith(has: (known: NameIndex) => boolean): Promise<NameIndex> {
    const known = await this.names();
    if (has(known)) return known;
    this.#kept.names.forget();
    const fresh = await this.names();
    if (!has(fresh)) throw new Refused('not_found');
    return fresh;
  }

  #namesWithTeam(id: string): Promise<NameIndex> {
    return this.#namesWith((known) => known.hasTeam(id));
  }

  #namesWithCompetition(id: string): Promise<NameIndex> {
    return this.#namesWith((known) => known.competition(id) !== undefined);
  }

  /** The tournament that is replayed, and its run. */
  #replayed(): Promise<ReplayedCup | undefined> {
    return this.#kept.replayed.of('', async () => {
      if (!this.#replays) return undefined;
      const [{ cups }, ref] = await Promise.all([readArchive(), this.#site.lastReplayed()]);
      const place = ref === undefined ? undefined : replayPlaceOf(ref);
      const cup = cups.find(({ id }) => id === place?.competition) ?? cups.at(-1);
      return cup && { cup, run: place?.run ?? 0 };
    });
  }

  /** What of the shipped record may be shown now. */
  async #revealed(): Promise<FinishedMatch[]> {
    const [{ matches }, tournament] = await Promise.all([readArchive(), this.#replayed()]);
    const at = { now: this.#clock.now(), replayed: tournament };
    return matches.filter((match) => isRevealed(match, at));
  }

  /** Matches of this site that may be shown, and those that are over of them. @param run of the replay */
  async #shownHere(all: readonly SiteMatch[], run: number | undefined): Promise<MatchesOfCompetition> {
    const [known, tournament] = await Promise.all([this.names(), this.#replayed()]);
    const shown = all.filter((match) => isOfRun(match, run));
    const over = shown.flatMap((match) => {
      const cup = match.replay ? tournament?.cup : undefined;
      const season = cup?.season ?? seasonOf(match.kickOff, known.isLeague(match.competition));
      return playedHere(match, { season, cup }) ?? [];
    });
    return { shown, over };
  }

  /** All that is over of a competition, and its matches on this site. */
  async #competitionMatches(id: string): Promise<MatchesOfCompetition> {
    const [rows, tournament, record] = await Promise.all([
      this.#site.ofCompetition(id),
      this.#replayed(),
      this.#revealed(),
    ]);
    const { shown, over } = await this.#shownHere(rows, tournament?.run);
    return {
      shown,
      over: together(
        over,
        record.filter(({ competition }) => competition === id),
      ),
    };
  }

  /** All that is over of some teams. @param run of the replay, that of now unless given */
  async #teamMatches(ids: readonly string[], run?: number): Promise<FinishedMatch[]> {
    const [rows, tournament, record] = await Promise.all([
      this.#site.ofTeams(ids),
      this.#replayed(),
      this.#revealed(),
    ]);
    const { over } = await this.#shownHere(rows, run ?? tournament?.run);
    return together(
      over,
      record.filter(({ home, away }) => ids.includes(home) || ids.includes(away)),
    );
  }

  /** A season of a competition, ready for its tables. */
  async #season(id: string, season: string, { shown, over }: MatchesOfCompetition): Promise<Season> {
    const [{ cups }, known] = await Promise.all([readArchive(), this.names()]);
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
  }

  /** @param wanted the latest season unless given */
  async #readCompetition(id: string, wanted: string | undefined): Promise<Omit<CompetitionDetail, 'next'>> {
    const [archive, known, tournament, all] = await Promise.all([
      readArchive(),
      this.#namesWithCompetition(id),
      this.#replayed(),
      this.#competitionMatches(id),
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
    const season = wanted ?? seasons[0] ?? cup?.season ?? seasonOf(this.#clock.now(), isLeague);
    if (wanted !== undefined && !seasons.includes(wanted)) throw new Refused('not_found');
    const whole = await this.#season(id, season, all);
    const teamOf = (team: string) => known.team(team);
    const tables = tablesOf(whole, { archive, teamOf });
    const [league] = tables;
    const teams = league?.kind === 'league' ? league.rows.length : 0;
    const { id: _, name, names: own, country } = competition;
    return {
      competition: { id, name, names: own, country },
      season,
      seasons,
      tables,
      separatedBy: firstStepOf(rulesOf(id, season)),
      unplayed: Math.max(0, teams * (teams - 1) - (teams === 0 ? 0 : whole.matches.length)),
      bracket:
        cup === undefined
          ? roundsAsAnnounced(all.shown, whole.matches, teamOf)
          : bracketAsKnown(cup, { site: all.shown, played: whole.matches, teamOf }),
      played: whole.matches.length,
      sources: sourcesOf(whole.matches),
    };
  }

  async #readTeam(id: string): Promise<Omit<TeamDetail, 'next'>> {
    const [archive, known] = await Promise.all([readArchive(), this.#namesWithTeam(id)]);
    const over = await this.#kept.histories.of(`team ${id}`, () => this.#teamMatches([id]));
    const last = over.slice(-formMax);
    const places = await Promise.all(
      latestSeasons(over).map(async (of) => this.#placeOf(id, of, { archive, known })),
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
  }

  /** The place of a team in a season; empty where it is in no table of it. */
  async #placeOf(
    id: string,
    [competition, season]: readonly [string, string],
    { archive, known }: { archive: Archive; known: NameIndex },
  ): Promise<TeamDetail['places']> {
    const all = await this.#competitionMatches(competition);
    const teamOf = (team: string) => known.team(team);
    const tables = tablesOf(await this.#season(competition, season, all), { archive, teamOf });
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
  }

  async #readInsight(id: string): Promise<Output<'matchInsight'>> {
    const event = await this.#site.find(id);
    if (event === undefined) throw new Refused('not_found');
    const { home, away, kickOff, replay, feedRef } = event;
    const run = replay ? replayPlaceOf(feedRef)?.run : undefined;
    const [known, all] = await Promise.all([
      this.names(),
      this.#kept.histories.of(`pair ${home.id} ${away.id} ${run ?? ''}`, () =>
        this.#teamMatches([home.id, away.id], run),
      ),
    ]);
    const before = all.filter(({ at, event: own }) => own !== id && at < kickOff.getTime());
    const meetings = before.filter((match) =>
      [match.home, match.away].every((team) => team === home.id || team === away.id),
    );
    const expected = expectationOf(event);
    const result = all.find(({ event: own }) => own === id);
    return {
      home: sideOf(home.id, before, known),
      away: sideOf(away.id, before, known),
      meetings: {
        list: latestOf(meetings, meetingsMax, known),
        ...tallyOf(meetings, home.id),
      },
      expected: expected && expectedOf(expected, result?.awarded === true ? undefined : result?.ft),
      sources: sourcesOf(before),
    };
  }
}

/** Matches of a competition on this site that may be shown, and all that is over of it. */
type MatchesOfCompetition = { shown: SiteMatch[]; over: FinishedMatch[] };

/** The competitions of a team's latest season, each with that season. */
const latestSeasons = (over: readonly FinishedMatch[]): [string, string][] => {
  const latest = new Map<string, string>();
  for (const { competition, season } of over) if (competition !== undefined) latest.set(competition, season);
  const bySeason = [...latest].toSorted(([, a], [, b]) => (a < b ? 1 : -1));
  return bySeason.filter(([, season]) => season === bySeason[0]?.[1]);
};

const toWire = (match: FinishedMatch, known: NameIndex): PlayedMatch => {
  const { home, away, at, exact, season: _, source: __, no: ___, competition: id, ...rest } = match;
  const named = id === undefined ? undefined : known.competition(id);
  return {
    ...rest,
    competition: named && { id: named.id, name: named.name, names: named.names },
    at: { moment: new Date(at).toISOString(), exact },
    home: known.team(home),
    away: known.team(away),
  };
};

/** The latest matches, the last one first. */
const latestOf = (matches: readonly FinishedMatch[], most: number, known: NameIndex): PlayedMatch[] =>
  matches
    .slice(-most)
    .toReversed()
    .map((match) => toWire(match, known));

/** A side of a match by its matches before. */
const sideOf = (
  team: string,
  before: readonly FinishedMatch[],
  known: NameIndex,
): Output<'matchInsight'>['home'] => {
  const own = before.filter((match) => match.home === team || match.away === team);
  return {
    form: formOf(own, team, formMax),
    figures: figuresOf(own.slice(-formMax), team),
    last: latestOf(own, lastMax, known),
  };
};

const sourcesOf = (matches: readonly FinishedMatch[]): Source[] =>
  (['site', 'openfootball', 'international'] as const).flatMap((kind) => {
    const last = matches.findLast(({ source }) => source === kind);
    return last === undefined ? [] : [{ kind, until: new Date(last.at).toISOString() }];
  });
