import { readFile } from 'node:fs/promises';
import { drawChance } from '@touchline/football/scoring-rates';
import { inOrder } from '@touchline/football/strengths';
import { expect, it } from 'vitest';
import { RatedNations, nationalRatings, nationalRecord } from './national-record.ts';
import { shippedNations } from './national-teams.ts';
import { parseTournament } from './recorded-match.ts';

const DAY_MS = 86_400_000;
const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../data/${path}`, import.meta.url), 'utf8'));
const record = await nationalRecord();
const teams = await shippedNations();

it('knows every team of 2026, and the confederation of every team', () => {
  const counts = Map.groupBy(
    record.flatMap(({ home, away }) => [home, away]),
    (team) => team,
  );
  const few = [...teams.byName.keys()].filter((team) => (counts.get(team)?.length ?? 0) < 30);
  expect(few).toEqual([]);
  expect([...counts.keys()].filter((team) => teams.confederationOf(team) === 'unknown')).toEqual([]);
  expect(record).toHaveLength(5126);
});

it.each(['2018', '2022', '2026'])('has the World Cup %s by the scores after 90 minutes', async (year) => {
  const { matches } = parseTournament(await read(`openfootball/${year}.worldcup.json`));
  const scores = matches.map((match) => {
    const known = record.find(
      ({ home, away, at }) =>
        [match.home, match.away].toSorted().join() === [home, away].toSorted().join() &&
        Math.abs(at - match.kickOff.getTime()) < 2 * DAY_MS,
    );
    if (known === undefined) return `${match.home} – ${match.away} is missing`;
    // A result is never known before its match is over.
    expect(known.at).toBeGreaterThan(match.kickOff.getTime() + DAY_MS / 8);
    const isTurned = known.home !== match.home;
    const [home, away] = [known.homeGoals, known.awayGoals];
    return isTurned ? { home: away, away: home } : { home, away };
  });
  expect(scores).toEqual(matches.map(({ ft }) => ft));
});

it('rates from the results before a time', () => {
  const before = Date.UTC(2026, 5, 11);
  const options = { before, groupOf: teams.confederationOf };
  const ratings = nationalRatings(record, options);
  const { homeMean, awayMean } = ratings.means({ home: 'Spain', away: 'New Zealand', neutral: true });
  expect(homeMean).toBeGreaterThan(4 * awayMean);
  const past = record.filter(({ at }) => at < before);
  expect(nationalRatings(past, options).rating('USA')).toEqual(ratings.rating('USA'));
});

it('expects as many draws as came, within chance', () => {
  const ratings = nationalRatings([], { before: 0, groupOf: teams.confederationOf });
  let [draws, expected, variance] = [0, 0, 0];
  for (const result of inOrder(record)) {
    const chance = drawChance(ratings.means(result), ratings.rho());
    draws += result.homeGoals === result.awayGoals ? 1 : 0;
    expected += chance;
    variance += chance * (1 - chance);
    ratings.learn(result);
  }
  expect(Math.abs(draws - expected)).toBeLessThan(2 * Math.sqrt(variance));
});

it('knows the teams by their ids, and no result after the given time', async () => {
  const nations = new RatedNations();
  const now = new Date('2022-12-01T00:00:00Z');
  const known = await nations.known(now);
  expect(known.countOf('usa')).toBeGreaterThan(100);
  expect(known.lastAt).toBeLessThan(now.getTime());
  expect(await nations.known(now)).toBe(known);
  const later = await nations.known(new Date('2026-12-01T00:00:00Z'));
  expect(later.results).toBe(record.length);
});
