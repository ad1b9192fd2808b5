import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FeedMatch, Snapshot } from '../snapshot.ts';
import { oddsCsvSnapshot, resultsCsvSnapshot } from './csv.ts';
import { openFootballSnapshot } from './openfootball.ts';

const read = (name: string) => readFileSync(new URL(`../testing/${name}`, import.meta.url), 'utf8');
const open = (name: string) => openFootballSnapshot(read(`openfootball/${name}.json`));
const of = ({ matches }: Snapshot, home: string): FeedMatch => {
  const found = matches.find((match) => match.home === home);
  if (found === undefined) throw new Error(`no match of ${home}`);
  return found;
};

describe('real files of openfootball', () => {
  it('a World Cup: the score of 90 minutes, without extra time', () => {
    const cup = open('worldcup-2022');
    expect(cup.problems).toEqual([]);
    expect(of(cup, 'Argentina')).toMatchObject({ status: 'finished', ft: { home: 2, away: 2 } });
    const goalless = cup.matches.filter(
      (match) => match.status === 'finished' && match.ft.home + match.ft.away === 0,
    );
    expect(goalless.length).toBeGreaterThan(3);
    expect(goalless.every((match) => match.status === 'finished' && match.ht?.home === 0)).toBe(true);
  });

  it('awards and postponements are no results', () => {
    expect(of(open('de.1-2024-25'), '1. FC Union Berlin')).toMatchObject({ status: 'awarded' });
    expect(of(open('de.1-2024-25'), '1. FC Union Berlin')).not.toHaveProperty('ft');
    expect(of(open('fr.1-2024-25'), 'Montpellier HSC')).toMatchObject({ status: 'awarded' });
    expect(of(open('fr.1-2025-26'), 'Paris Saint-Germain FC')).toMatchObject({ status: 'postponed' });
  });

  it('a last round without scores is upcoming', () => {
    const round = open('es.1-2024-25');
    expect(round.matches).toHaveLength(10);
    expect(round.matches.every(({ status }) => status === 'scheduled')).toBe(true);
  });

  it('a fixture without a time has none', () => {
    expect(open('de.1-2025-26').matches.some(({ time }) => time === undefined)).toBe(true);
  });

  it('a moved match keeps its name', () => {
    const text = read('openfootball/es.1-2024-25.json');
    const moved = openFootballSnapshot(text.replaceAll('2025-05-24', '2025-05-26'));
    expect(moved.matches.map(({ ref }) => ref)).toEqual(
      openFootballSnapshot(text).matches.map(({ ref }) => ref),
    );
  });

  it('a match to come on two different days is read once, and named', () => {
    const { matches } = JSON.parse(read('openfootball/es.1-2024-25.json'));
    const twice = [...matches, { ...matches[0], date: '2025-06-01' }];
    const snapshot = openFootballSnapshot(JSON.stringify({ name: 'L', matches: twice }));
    expect(snapshot.matches).toHaveLength(10);
    expect(snapshot.problems).toMatchObject([{ row: 11, reason: 'repeated' }]);
  });
});

describe('a match that is in a file of openfootball twice', () => {
  const [first, second] = ['2025-11-22', '2025-12-02'];
  const row = (date: string, fields: object = {}) => ({
    round: 'Matchday 10',
    date,
    team1: 'A',
    team2: 'B',
    ...fields,
  });
  const played = { score: { ft: [1, 1] } };
  const readRows = (...matches: object[]) => {
    const { matches: kept, problems } = openFootballSnapshot(JSON.stringify({ name: 'L', matches }));
    return {
      kept: kept.map(({ date, status, ref }) => [date, status, ref]),
      repeated: problems.map((each) => each.row),
    };
  };
  const ref = 'L|Matchday 10|A|B';

  it.each([
    [
      'abandoned and to be replayed',
      row(first, { status: 'ABANDONED' }),
      row(second),
      ['abandoned', 'scheduled'],
    ],
    [
      'abandoned and replayed',
      row(first, { status: 'abandoned' }),
      row(second, played),
      ['abandoned', 'finished'],
    ],
    ['drawn and to be replayed', row(first, played), row(second), ['finished', 'scheduled']],
    ['drawn and replayed', row(first, played), row(second, played), ['finished', 'finished']],
    [
      'cancelled and played later',
      row(first, { status: 'cancelled' }),
      row(second),
      ['cancelled', 'scheduled'],
    ],
  ])('is two: %s', (_, one, other, states) => {
    const two = [
      [first, states[0], ref],
      [second, states[1], `${ref}|${second}`],
    ];
    expect(readRows(one, other)).toEqual({ kept: two, repeated: [] });
    expect(readRows(other, one)).toEqual({ kept: two.toReversed(), repeated: [] });
  });

  it.each([
    ['postponed to a new day', row(first, { status: 'postponed' }), row(second), 'scheduled'],
    ['postponed and played', row(first, { status: 'postponed' }), row(second, played), 'finished'],
    ['an old row and its result on another day', row(first), row(second, played), 'finished'],
    ['an old row and its result', row(second), row(second, played), 'finished'],
    ['without and with a time', row(second), row(second, { time: '18:00' }), 'scheduled'],
    [
      'without and with half time',
      row(second, played),
      row(second, { score: { ft: [1, 1], ht: [1, 0] } }),
      'finished',
    ],
  ])('is the row that says more: %s', (_, one, other, status) => {
    const kept = [[second, status, ref]];
    expect(readRows(one, other)).toEqual({ kept, repeated: [1] });
    expect(readRows(other, one)).toEqual({ kept, repeated: [2] });
  });

  it('is none where the rows of a day disagree', () => {
    expect(readRows(row(first, played), row(first, { score: { ft: [2, 1] } }))).toEqual({
      kept: [],
      repeated: [1, 2],
    });
  });
});

it('two leagues may have the same teams on the same day', () => {
  const text = 'Country,League,Date,Home,Away,HG,AG\nX,Men,01/02/2025,A,B,1,0\nX,Women,01/02/2025,A,B,3,0\n';
  expect(resultsCsvSnapshot(text)).toMatchObject({ matches: { length: 2 }, problems: [] });
});

describe('real CSVs', () => {
  it('a byte-order mark, two-digit years, UK time, the names of the houses', () => {
    const { matches, problems, feed } = resultsCsvSnapshot(`\uFEFF${read('csv/E0-2016-17.csv')}`);
    expect([feed, problems, matches.length]).toEqual(['results-csv', [], 8]);
    expect(matches[0]).toMatchObject({
      ref: 'E0|2016-08-13|Burnley|Swansea',
      competition: 'E0',
      zone: 'Europe/London',
      date: '2016-08-13',
      status: 'finished',
      ft: { home: 0, away: 1 },
      ht: { home: 0, away: 0 },
    });
  });

  it.each([
    ['E1-2018-19', 'Bolton', undefined],
    ['bundesliga-2024-25', 'Union Berlin', 'de.1'],
  ])('an award in %s is a row that is not read', (name, home, competition) => {
    const { matches, problems } = resultsCsvSnapshot(read(`csv/${name}.csv`), { competition });
    expect(problems).toMatchObject([{ reason: 'half_time' }]);
    expect(matches.some((match) => match.home === home)).toBe(false);
  });

  it('a file without a column for the competition needs one', () => {
    const text = read('csv/premier-league-2024-25.csv');
    expect(resultsCsvSnapshot(text)).toMatchObject({ matches: [], problems: { length: 7 } });
    expect(resultsCsvSnapshot(text, { competition: 'en.1' }).matches).toHaveLength(7);
  });

  it('odds become goal means: of the sharpest bookmaker, the closing ones first', () => {
    const { matches, problems } = oddsCsvSnapshot(read('csv/E0-2016-17.csv'));
    expect(problems).toEqual([]);
    expect(matches.every(({ status }) => status === 'scheduled')).toBe(true);
    const prices = matches[0]?.prices;
    expect(prices?.source).toBe('PS/BbAv');
    expect(prices?.means.homeMean).toBeGreaterThan(0.8);
    expect(prices?.means.homeMean).toBeLessThan(1.6);
    // Burnley closed as hardly more than even; it was dearer before.
    const opening = oddsCsvSnapshot(read('csv/E0-2016-17.csv').replaceAll('PSC', 'XXC')).matches[0]?.prices;
    expect(opening?.means).not.toEqual(prices?.means);
  });

  it('odds of unknown bookmakers are left out', () => {
    const { matches } = oddsCsvSnapshot(read('csv/E0-2016-17.csv'), { houses: ['SJ'] });
    expect(matches.map(({ prices }) => prices)).toEqual(matches.map(() => undefined));
  });
});
