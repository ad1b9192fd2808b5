import { expect, test } from 'vitest';
import type { SiteMatch } from '../matches/matches.ts';
import {
  figuresOf,
  formOf,
  isOfRun,
  playedHere,
  seasonOf,
  together,
  winnerOf,
  type FinishedMatch,
} from './match.ts';

const played = (
  home: string,
  away: string,
  ft: [number, number],
  more: Partial<FinishedMatch> = {},
): FinishedMatch => ({
  competition: 'en.1',
  season: '2024-25',
  home,
  away,
  neutral: false,
  at: 0,
  exact: true,
  ft: {
    home: ft[0],
    away: ft[1],
  },
  source: 'site',
  ...more,
});

const siteMatch = (more: Partial<SiteMatch> = {}): SiteMatch => ({
  id: 'e1',
  competition: 'wc2026',
  home: 'a',
  away: 'b',
  neutral: true,
  kickOff: new Date(0),
  state: 'finished',
  replay: true,
  feedRef: 'wc2026/1/104',
  awarded: false,
  ft: {
    home: 1,
    away: 1,
  },
  ...more,
});

test('form and figures are of the team that is asked for', () => {
  const matches = [
    played('a', 'b', [2, 0]),
    played('b', 'a', [1, 1]),
    played('c', 'b', [0, 0]),
    played('b', 'a', [3, 0]),
  ];
  expect(formOf(matches, 'a', 2)).toEqual(['D', 'L']);
  expect(formOf(matches, 'b', 5)).toEqual(['L', 'D', 'D', 'W']);
  expect(figuresOf(matches, 'a')).toEqual({
    played: 3,
    won: 1,
    drawn: 1,
    lost: 1,
    goalsFor: 3,
    goalsAgainst: 4,
    cleanSheets: 1,
    withoutGoal: 1,
    bothScored: 1,
    over25: 1,
  });
});

test('a match is over here only with its result; what came after ninety minutes comes with it', () => {
  const cup = {
    id: 'wc2026',
    name: '',
    season: '2026',
    matches: [
      {
        no: 104,
        stage: 'Final',
        kickOff: new Date(0),
        home: 'a',
        away: 'b',
        goals: [],
        corrections: [],
        ft: {
          home: 1,
          away: 1,
        },
        et: {
          home: 2,
          away: 1,
        },
      },
    ],
  };
  expect(playedHere(siteMatch({ ft: undefined, state: 'live' }), { season: '2026', cup })).toBeUndefined();
  expect(playedHere(siteMatch(), { season: '2026', cup })).toMatchObject({
    event: 'e1',
    et: { home: 2, away: 1 },
  });
  expect(playedHere(siteMatch({ replay: false, feedRef: '7' }), { season: '2026', cup })?.et).toBeUndefined();
});

test('of a replay only one run is shown', () => {
  expect(isOfRun(siteMatch(), 1)).toBe(true);
  expect(isOfRun(siteMatch(), 2)).toBe(false);
  expect(isOfRun(siteMatch({ replay: false, feedRef: 'x' }), 2)).toBe(true);
});

test('a match of both records is shown once, as this site has it', () => {
  const day = 86_400_000;
  const here = [played('a', 'b', [2, 0], { at: day, event: 'e' })];
  const shipped = [
    played('a', 'b', [1, 0], { at: day + 40_000_000 }),
    played('b', 'a', [1, 0], { at: 3 * day }),
    played('a', 'b', [5, 0], { at: 300 * day }),
  ];
  expect(together(here, shipped).map(({ ft }) => ft.home)).toEqual([2, 1, 5]);
});

test('seasons begin in July, years in January', () => {
  expect(seasonOf(new Date('2026-06-30T12:00Z'), true)).toBe('2025-26');
  expect(seasonOf(new Date('2026-07-01T12:00Z'), true)).toBe('2026-27');
  expect(seasonOf(new Date('2099-08-01T12:00Z'), true)).toBe('2099-00');
  expect(seasonOf(new Date('2026-07-01T12:00Z'), false)).toBe('2026');
});

test('the winner is that of the shoot-out, of extra time, or of ninety minutes', () => {
  const level = { home: 1, away: 1 };
  expect(winnerOf({ ft: level })).toBeUndefined();
  expect(winnerOf({ ft: level, et: { home: 1, away: 2 } })).toBe('away');
  expect(winnerOf({ ft: level, et: level, pens: { home: 5, away: 4 } })).toBe('home');
});
