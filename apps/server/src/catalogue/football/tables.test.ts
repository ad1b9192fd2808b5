import { describe, expect, it, test } from 'vitest';
import { readArchive } from './archive.ts';
import { bracketAsKnown } from './bracket.ts';
import { isRevealed, type FinishedMatch } from './match.ts';
import { groupsOf, tablesOf, type Season } from './tables.ts';

// The published final tables of the leagues are compared with those counted from the shipped record.
const archive = await readArchive();
const teamOf = (id: string) =>
  archive.teams.get(id) ?? { id, name: id, short: '', colours: ['', ''] as [string, string] };

const seasonOf = (competition: string, season: string, thirds = 0): Season => {
  const matches: FinishedMatch[] = archive.matches.filter(
    (match) => match.competition === competition && match.season === season,
  );
  const cup = archive.cups.find(({ id }) => id === competition);
  return {
    competition,
    season,
    matches,
    groups: groupsOf(cup?.matches ?? matches, cup === undefined),
    thirds,
  };
};
const tables = (competition: string, season: string, thirds = 0) =>
  tablesOf(seasonOf(competition, season, thirds), { archive, teamOf });
const league = (competition: string, season: string) =>
  (tables(competition, season)[0]?.rows ?? []).map(
    ({ rank, team, points, goalsFor, goalsAgainst }) =>
      `${rank} ${team.name} ${points} ${goalsFor}:${goalsAgainst}`,
  );
const names = (competition: string, season: string) =>
  (tables(competition, season)[0]?.rows ?? []).map(({ team }) => team.id.slice(3));

describe('leagues as they ended', () => {
  it('the Premier League of 2023-24, with the points taken from Everton and Nottingham Forest', () => {
    expect(league('en.1', '2023-24')).toEqual([
      '1 Manchester City 91 96:34',
      '2 Arsenal 89 91:29',
      '3 Liverpool 82 86:41',
      '4 Aston Villa 68 76:61',
      '5 Tottenham Hotspur 66 74:61',
      '6 Chelsea 63 77:63',
      '7 Newcastle United 60 85:62',
      '8 Manchester United 60 57:58',
      '9 West Ham United 52 60:74',
      '10 Crystal Palace 49 57:58',
      '11 Brighton & Hove Albion 48 55:62',
      '12 Bournemouth 48 54:67',
      '13 Fulham 47 55:61',
      '14 Wolverhampton Wanderers 46 50:65',
      '15 Everton 40 40:51',
      '16 Brentford 39 56:65',
      '17 Nottingham Forest 32 49:67',
      '18 Luton Town 26 52:85',
      '19 Burnley 24 41:78',
      '20 Sheffield United 16 35:104',
    ]);
  });

  it.each([
    // Mallorca was above Cádiz, with eleven goals less, by the matches between them; Sevilla came behind Rayo.
    ['es.1', '2021-22', 12, ['elche', 'espanyol', 'getafe', 'mallorca', 'cadiz', 'granada']],
    ['es.1', '2022-23', 9, ['girona', 'rayo', 'sevilla', 'celta', 'cadiz', 'getafe', 'valencia']],
    [
      'es.1',
      '2023-24',
      12,
      ['celta', 'sevilla', 'mallorca', 'las-palmas', 'rayo', 'cadiz', 'almeria', 'granada'],
    ],
    [
      'it.1',
      '2023-24',
      8,
      ['torino', 'napoli', 'genoa', 'monza', 'verona', 'lecce', 'udinese', 'cagliari', 'empoli'],
    ],
    ['it.1', '2021-22', 9, ['torino', 'sassuolo', 'udinese', 'bologna', 'empoli', 'sampdoria', 'spezia']],
    // Verona stayed up by a play-off; Juventus had ten points taken.
    ['it.1', '2022-23', 4, ['atalanta', 'roma', 'juventus', 'fiorentina']],
    ['it.1', '2022-23', 15, ['lecce', 'verona', 'spezia', 'cremonese', 'sampdoria']],
    // Metz was above Lorient by the matches between them, with fewer goals.
    ['fr.1', '2023-24', 14, ['le-havre', 'metz', 'lorient', 'clermont']],
    ['fr.1', '2021-22', 3, ['rennes', 'nice', 'strasbourg', 'lens', 'lyon', 'nantes', 'lille']],
    // With the matches that were awarded.
    ['fr.1', '2024-25', 15, ['reims', 'st-etienne', 'montpellier']],
    ['de.1', '2024-25', 15, ['heidenheim', 'kiel', 'bochum']],
    ['de.1', '2022-23', 0, ['bayern', 'dortmund', 'leipzig']],
  ])('%s %s from place %i + 1 on', (competition, season, from, expected) => {
    expect(names(competition, season).slice(from, from + expected.length)).toEqual(expected);
  });

  it('each team of a whole season played each other twice', () => {
    for (const [competition, season, teams] of [
      ['en.1', '2024-25', 20],
      ['fr.1', '2024-25', 18],
      ['de.1', '2024-25', 18],
    ] as const) {
      const [table] = tables(competition, season);
      expect(table?.rows.map(({ played }) => played)).toEqual(
        Array.from({ length: teams }, () => 2 * (teams - 1)),
      );
    }
  });

  it('says where something else than results decided, and only there', () => {
    expect(tables('it.1', '2022-23')[0]?.decidedBy).toBe('play_off');
    expect(tables('it.1', '2023-24')[0]?.decidedBy).toBeUndefined();
  });
});

describe('World Cups as they went', () => {
  /** Teams that the tables send on, by group. */
  const through = (competition: string, season: string, thirds: number) =>
    tables(competition, season, thirds)
      .filter(({ kind }) => kind === 'group')
      .map(({ stage = '', rows }) => ({
        stage,
        teams: rows.filter(({ goesThrough }) => goesThrough).map(({ team }) => team.id),
      }));

  it.each([
    ['wc2018', '2018', 0, 16],
    ['wc2022', '2022', 0, 16],
    ['wc2026', '2026', 8, 32],
  ])('%s: those who went through are those who played on', (competition, season, thirds, count) => {
    const cup = archive.cups.find(({ id }) => id === competition);
    const knockOuts = cup?.matches.filter(({ group }) => group === undefined) ?? [];
    const first = knockOuts.filter(({ stage }) => stage === knockOuts[0]?.stage);
    const played = first.flatMap(({ home, away }) => [home, away]);
    expect(played).toHaveLength(count);
    expect(
      through(competition, season, thirds)
        .flatMap(({ teams }) => teams)
        .toSorted(),
    ).toEqual(played.toSorted());
  });

  it.each([
    ['wc2018', '2018', 0],
    ['wc2022', '2022', 0],
  ])('%s: a winner of a group met a second one', (competition, season, thirds) => {
    const groups = through(competition, season, thirds);
    const winners = new Set(groups.map(({ teams }) => teams[0]));
    const cup = archive.cups.find(({ id }) => id === competition);
    const first = cup?.matches.filter(({ stage }) => stage === 'Round of 16') ?? [];
    expect(first.map(({ home, away }) => [home, away].filter((team) => winners.has(team)).length)).toEqual(
      Array.from({ length: 8 }, () => 1),
    );
  });

  test('of 2026 the winners of groups met as the plan had it', () => {
    // Matches 73 to 88 by the regulations: which places of which groups meet; thirds are left out.
    const plan = [
      '2A 2B',
      '1E',
      '1F 2C',
      '1C 2F',
      '1I',
      '2E 2I',
      '1A',
      '1L',
      '1D',
      '1G',
      '2K 2L',
      '1H 2J',
      '1B',
      '1J 2H',
      '1K',
      '2D 2G',
    ];
    const place = new Map(
      through('wc2026', '2026', 8).flatMap(({ stage, teams }) =>
        teams.slice(0, 2).map((team, at) => [team, `${at + 1}${stage.slice(-1)}`] as const),
      ),
    );
    const cup = archive.cups.find(({ id }) => id === 'wc2026');
    const met = Array.from({ length: 16 }, (_, at) => {
      const match = cup?.matches.find(({ no }) => no === 73 + at);
      return [match?.home ?? '', match?.away ?? '']
        .flatMap((team) => place.get(team) ?? [])
        .toSorted()
        .join(' ');
    });
    expect(met.toSorted()).toEqual(plan.toSorted());
  });

  test('Japan was second by fair play', () => {
    const group = tables('wc2018', '2018').find(({ stage }) => stage === 'Group H');
    expect(group?.rows.map(({ team, rank }) => `${rank} ${team.id}`)).toEqual([
      '1 col',
      '2 jpn',
      '3 sen',
      '4 pol',
    ]);
    expect(group?.decidedBy).toBe('fair_play');
  });

  test('the bracket of 2022 leads to the final, and third place to the losers', () => {
    const cup = archive.cups.find(({ id }) => id === 'wc2022');
    if (cup === undefined) throw new Error('no cup');
    const played: FinishedMatch[] = archive.matches.filter(({ competition }) => competition === 'wc2022');
    const stages = bracketAsKnown(cup, { site: [], played, teamOf });
    expect(stages.map(({ stage, places }) => [stage, places.length])).toEqual([
      ['Round of 16', 8],
      ['Quarter-finals', 4],
      ['Semi-finals', 2],
      ['Match for third place', 1],
      ['Final', 1],
    ]);
    const [final] = stages.at(-1)?.places ?? [];
    expect(final).toMatchObject({
      home: { team: { id: 'arg' } },
      away: { team: { id: 'fra' } },
      ft: { home: 2, away: 2 },
      et: { home: 3, away: 3 },
      pens: { home: 4, away: 2 },
      winner: 'home',
    });
    // Without its last matches the bracket still has where each team comes from.
    const semis = played.filter(
      ({ stage }) => !/final|third/i.test(stage ?? '') || /quarter/i.test(stage ?? ''),
    );
    const before = bracketAsKnown(cup, { site: [], played: semis, teamOf });
    expect(before.at(-1)?.places[0]).toEqual({ home: { from: [] }, away: { from: [] } });
    expect(before[2]?.places[0]?.home.team?.id).toBe(stages[2]?.places[0]?.home.team?.id);
  });
});

describe('of a replayed tournament', () => {
  const cup = archive.cups.find(({ id }) => id === 'wc2026');
  if (cup === undefined) throw new Error('no cup');
  const beginsAt = cup.matches[0]?.kickOff.getTime() ?? 0;
  const now = new Date('2026-11-26T00:00Z');

  it('nothing is revealed by the record, nor by what national teams played since it began', () => {
    const shown = archive.matches.filter((match) => isRevealed(match, { now, replayed: { cup } }));
    expect(shown.filter(({ competition }) => competition === cup.id)).toEqual([]);
    expect(
      shown.filter(({ source, at }) => source === 'international' && at > beginsAt - 12 * 3_600_000),
    ).toEqual([]);
    expect(shown.filter(({ competition }) => competition === 'wc2022')).toHaveLength(64);
    expect(shown.length).toBeGreaterThan(12_000);
  });

  it('a site without a replay shows it, and no site a match to come', () => {
    const all = archive.matches.filter((match) => isRevealed(match, { now }));
    expect(all.filter(({ competition }) => competition === cup.id)).toHaveLength(104);
    const then = new Date('2024-01-01T00:00Z');
    expect(
      archive.matches.filter((match) => isRevealed(match, { now: then }) && match.at >= then.getTime()),
    ).toEqual([]);
  });
});
