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

  it('a match on two different days is read once, and named', () => {
    const { matches } = JSON.parse(read('openfootball/es.1-2024-25.json'));
    const twice = [...matches, { ...matches[0], date: '2025-06-01' }];
    const snapshot = openFootballSnapshot(JSON.stringify({ name: 'L', matches: twice }));
    expect(snapshot.matches).toHaveLength(10);
    expect(snapshot.problems).toMatchObject([{ row: 11, reason: 'repeated' }]);
  });
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
