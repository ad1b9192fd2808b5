import { createRatings, inOrder, type RecordedResult } from '@touchline/football/strengths';
import { describe, expect, it } from 'vitest';
import type { Fixture } from '../../catalogue/matches/service.ts';
import { nationalCompetition } from '../../catalogue/football/national-record.ts';
import type { MappedMatch } from './plan-match.ts';
import { ratingsOf } from './ratings.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-03-01T12:00:00Z');
const daysAgo = (days: number) => now.getTime() - days * DAY_MS;

const match = (homeId: string, awayId: string): MappedMatch => ({
  ref: `${homeId}-${awayId}`,
  names: '',
  competitionId: 'l',
  homeId,
  awayId,
  neutral: false,
  kickOff: new Date(daysAgo(-1)),
  isTimeKnown: true,
  feedStatus: { status: 'scheduled' },
});
const result = (home: string, away: string, goals: [number, number], days: number): RecordedResult => ({
  home,
  away,
  homeGoals: goals[0],
  awayGoals: goals[1],
  at: daysAgo(days),
  neutral: false,
  competition: 'l',
});
/** A wins each time. */
const shipped = [20, 30, 40, 50].map((days) => result('A', 'B', [3, 0], days));
const rate = (record: readonly RecordedResult[], onRecord: readonly Fixture[] = []) =>
  ratingsOf([match('A', 'B')], onRecord, { now, shipped: record })(match('A', 'B'));
const confirmed = (days: number, ft: { home: number; away: number }): Fixture => ({
  id: String(days),
  competitionId: 'l',
  homeId: 'A',
  awayId: 'B',
  kickOff: new Date(daysAgo(days)),
  state: 'finished',
  version: 1,
  feed: 'x',
  confirmed: { version: 1, ft, source: 'x' },
});

describe('prices from results', () => {
  it('use the shipped results', () => {
    const { means, basis } = rate(shipped) ?? {};
    expect(means?.homeMean).toBeGreaterThan((means?.awayMean ?? Infinity) * 1.5);
    expect(means?.rho).toBeLessThanOrEqual(0.2);
    expect(basis).toEqual({ kind: 'results', results: 4 });
  });

  it('count the shots of a snapshot, also of a match whose result is recorded', () => {
    const even = { home: { all: 12, onTarget: 4 }, away: { all: 12, onTarget: 4 } };
    const played: MappedMatch = {
      ...match('A', 'B'),
      kickOff: new Date(daysAgo(10)),
      feedStatus: { status: 'finished', ft: { home: 3, away: 0 }, shots: even },
    };
    const homeMean = (of: MappedMatch, onRecord: readonly Fixture[] = []) =>
      ratingsOf([match('A', 'B'), of], onRecord, { now, shipped })(match('A', 'B'))?.means.homeMean ??
      Infinity;
    const withoutShots: MappedMatch = {
      ...played,
      feedStatus: { status: 'finished', ft: { home: 3, away: 0 } },
    };
    expect(homeMean(played)).toBeLessThan(homeMean(withoutShots));
    const record = confirmed(10, { home: 3, away: 0 });
    expect(homeMean(played, [record])).toBe(homeMean(played));
    expect(homeMean(withoutShots, [{ ...record, shots: even }])).toBe(homeMean(played));
  });

  it('say of how many results they know the shots, of the team with fewer of them', () => {
    const shots = { home: { all: 12, onTarget: 4 }, away: { all: 12, onTarget: 4 } };
    const basisOf = (counted: number) => {
      const record = shipped.map((each, index) => (index < counted ? { ...each, shots } : each));
      return rate([...record, { ...result('A', 'C', [1, 1], 5), shots }])?.basis;
    };
    expect(basisOf(3)).toEqual({ kind: 'results', results: 4, shots: 3 });
    expect(basisOf(0)).toEqual({ kind: 'results', results: 4 });
  });

  it('ignore teams with fewer results, and results of other competitions', () => {
    expect(rate(shipped.slice(1))).toBeUndefined();
    expect(rate(shipped.map((each) => ({ ...each, competition: 'other' })))).toBeUndefined();
  });

  it('of national teams come from their own results, in any competition', () => {
    const ratings = createRatings();
    for (const each of inOrder(shipped)) ratings.learn({ ...each, competition: nationalCompetition });
    const nations = {
      ratings,
      countOf: () => 4,
      results: 4,
      lastAt: daysAgo(20),
    };
    const priced = (onRecord: readonly Fixture[]) =>
      ratingsOf([match('A', 'B')], onRecord, { now, shipped: [], nations })(match('A', 'B'));
    const before = priced([]);
    expect(before?.basis).toEqual({ kind: 'results', results: 4 });
    expect(before?.means.homeMean).toBeGreaterThan((before?.means.awayMean ?? Infinity) * 1.5);
    // Those the ratings know already are not learnt twice.
    expect(priced([confirmed(20, { home: 3, away: 0 })])).toEqual(before);
    const after = priced([confirmed(5, { home: 0, away: 3 })]);
    expect(after?.basis).toEqual({ kind: 'results', results: 5 });
    expect(after?.means.homeMean).toBeLessThan(before?.means.homeMean ?? 0);
    expect(priced([])).toEqual(before);
  });

  it('ignore later results', () => {
    const later = [-1, -2].map((days) => result('B', 'A', [9, 0], days));
    expect(rate([...shipped, ...later])).toEqual(rate(shipped));
  });

  it('prefer the record for the same match', () => {
    const corrected = rate(
      shipped,
      [20, 30, 40, 50].map((days) => confirmed(days, { home: 0, away: 3 })),
    );
    expect(corrected?.basis).toEqual({ kind: 'results', results: 4 });
    expect(corrected?.means.awayMean).toBeGreaterThan(corrected?.means.homeMean ?? Infinity);
  });
});
