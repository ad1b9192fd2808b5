import { describe, expect, it } from 'vitest';
import { fitStrengths } from '@touchline/football/strengths';
import { leagueRecord } from './league-record.ts';

const record = await leagueRecord();
const DAY_MS = 86_400_000;

describe('the shipped leagues', () => {
  it('are complete, except for the seasons and matches missing at the source', () => {
    const counts = Map.groupBy(record, ({ competition }) => competition);
    expect([...counts].map(([league, results]) => [league, results.length])).toEqual([
      ['de.1', 306 * 3 + 305 + 225],
      ['en.1', 380 * 4],
      ['es.1', 380 * 3 + 370],
      ['fr.1', 380 * 2 + 306 + 305 + 225],
      ['it.1', 380 * 3 + 370 + 280],
    ]);
  });

  it('know each club by one name: none plays more than twice against another in a season', () => {
    const meetings = new Map<string, number>();
    for (const { at, home, away, competition } of record) {
      const season = new Date(at - 200 * DAY_MS).getUTCFullYear();
      const key = [competition, season, home, away].join(' ');
      meetings.set(key, (meetings.get(key) ?? 0) + 1);
    }
    expect([...meetings].filter(([, count]) => count > 1)).toEqual([]);
    const clubs = new Set(record.map(({ home, competition }) => `${competition} ${home}`));
    expect(clubs.size).toBeLessThan(5 * 30);
  });

  it.each([
    ['de-union-berlin', 'de-bochum'],
    ['fr-montpellier', 'fr-st-etienne'],
  ])('hold no result that was awarded: of %s and %s 2024-25 only the other match', (one, other) => {
    const season = record.filter(({ at }) => at > Date.UTC(2024, 6, 1) && at < Date.UTC(2025, 6, 1));
    const meetings = season.filter(
      ({ home, away }) => [home, away].toSorted().join() === [one, other].toSorted().join(),
    );
    expect(meetings.map(({ home }) => home)).toEqual([other]);
  });

  it('know the shots of every match but one, of which the source has more on target than in all', () => {
    expect(record.filter(({ shots }) => shots === undefined)).toMatchObject([
      { home: 'en-newcastle', away: 'en-west-ham', season: '2021-22' },
    ]);
  });

  it('rate the champions above relegated clubs', () => {
    const pairing = { home: 'en-southampton', away: 'en-liverpool', neutral: false, competition: 'en.1' };
    const { homeMean, awayMean } = fitStrengths(record, { asOf: Date.UTC(2025, 6, 1) }).means(pairing);
    expect(awayMean).toBeGreaterThan(2 * homeMean);
  });
});
