import type { RecordedResult } from '@touchline/football/strengths';
import { describe, expect, it } from 'vitest';
import type { Fixture } from '../../book/events/service.ts';
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
    expect(means?.rho).toBeLessThanOrEqual(0.06);
    expect(basis).toEqual({ kind: 'results', results: 4 });
  });

  it('ignore teams with fewer results, and results of other competitions', () => {
    expect(rate(shipped.slice(1))).toBeUndefined();
    expect(rate(shipped.map((each) => ({ ...each, competition: 'other' })))).toBeUndefined();
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
