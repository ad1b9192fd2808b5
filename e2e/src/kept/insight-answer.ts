import type { Output } from '@touchline/contract/routes';
import type { FormLetter, PlayedMatch } from '@touchline/contract/shapes/competition';
import type { Team } from '@touchline/contract/shapes/football';
import { eventDetail } from './kept-answers.ts';

// The insight of the match that is looked at: its chances are those that its kept prices say, and its prices end in them.

const { home, away } = eventDetail;

/** A national team; its name stands for all of it. */
const nation = (name: string, short: string, flag: string, colours: Team['colours']): Team => ({
  id: short.toLowerCase(),
  name,
  short,
  flag,
  colours,
});
const sweden = nation('Sweden', 'SWE', 'se', ['#006aa7', '#fecc00']);
const slovenia = nation('Slovenia', 'SVN', 'si', ['#ffffff', '#005da4']);
const kosovo = nation('Kosovo', 'KOS', 'xk', ['#244aa5', '#d0a650']);
const austria = nation('Austria', 'AUT', 'at', ['#ed2939', '#ffffff']);
const romania = nation('Romania', 'ROU', 'ro', ['#fcd116', '#002b7f']);
const cyprus = nation('Cyprus', 'CYP', 'cy', ['#0057a8', '#ffffff']);

const qualification = { id: 'international.world-cup-qualification', name: 'World Cup qualification' };

const played = (day: string, first: Team, ft: PlayedMatch['ft'], second: Team): PlayedMatch => ({
  competition: qualification,
  at: { moment: `${day}T00:00:00.000Z`, exact: false },
  neutral: false,
  home: first,
  away: second,
  ft,
});

/** The goals of a team in a match, and those against it. */
const goalsOf = ({ id }: Team, match: PlayedMatch): readonly [number, number] =>
  match.home.id === id ? [match.ft.home, match.ft.away] : [match.ft.away, match.ft.home];

const letterOf = ([own, other]: readonly [number, number]): FormLetter => {
  if (own === other) return 'D';
  return own > other ? 'W' : 'L';
};

/** What a side did in its last matches, which come the latest first. */
const side = (team: Team, last: PlayedMatch[]): Output<'matchInsight'>['home'] => {
  const goals = last.map((match) => goalsOf(team, match));
  const form = goals.map(letterOf);
  const count = (which: (own: number, other: number) => boolean): number =>
    goals.filter(([own, other]) => which(own, other)).length;
  return {
    form: form.toReversed(),
    figures: {
      played: last.length,
      won: count((own, other) => own > other),
      drawn: count((own, other) => own === other),
      lost: count((own, other) => own < other),
      goalsFor: goals.reduce((sum, [own]) => sum + own, 0),
      goalsAgainst: goals.reduce((sum, [, other]) => sum + other, 0),
      cleanSheets: count((_, other) => other === 0),
      withoutGoal: count((own) => own === 0),
      bothScored: count((own, other) => own > 0 && other > 0),
      over25: count((own, other) => own + other > 2),
    },
    last,
  };
};

export const matchInsight: Output<'matchInsight'> = {
  home: side(home, [
    played('2025-11-18', kosovo, { home: 1, away: 1 }, home),
    played('2025-11-15', home, { home: 4, away: 1 }, sweden),
    played('2025-10-13', slovenia, { home: 0, away: 0 }, home),
    played('2025-10-10', sweden, { home: 0, away: 2 }, home),
    played('2025-09-08', home, { home: 3, away: 0 }, slovenia),
  ]),
  away: side(away, [
    played('2025-11-18', austria, { home: 1, away: 1 }, away),
    played('2025-11-15', away, { home: 3, away: 1 }, romania),
    played('2025-10-09', cyprus, { home: 2, away: 2 }, away),
    played('2025-09-09', away, { home: 1, away: 2 }, austria),
    played('2025-03-24', away, { home: 2, away: 1 }, cyprus),
  ]),
  meetings: {
    list: [
      {
        friendly: true,
        at: { moment: '2016-03-29T00:00:00.000Z', exact: false },
        neutral: false,
        home,
        away,
        ft: { home: 0, away: 2 },
      },
    ],
    played: 1,
    homeWon: 0,
    drawn: 0,
    awayWon: 1,
    homeGoals: 0,
    awayGoals: 2,
  },
  expected: {
    goals: { home: '1.36', away: '1.26' },
    before: {
      home: '38.3',
      draw: '27.6',
      away: '34.1',
      bothScore: '53.2',
      over25: '48.7',
      scores: [
        { score: { home: 1, away: 1 }, chance: '12.5' },
        { score: { home: 1, away: 0 }, chance: '9.9' },
        { score: { home: 0, away: 1 }, chance: '9.2' },
      ],
    },
    basis: { kind: 'market' },
  },
  sources: [{ kind: 'international', until: '2026-03-31T00:00:00.000Z' }],
};

export const priceHistory: Output<'priceHistory'> = {
  selections: ['1', 'X', '2'],
  list: [
    { at: '2026-06-17T08:00:00.000Z', version: 1, state: 'open', odds: ['2.40', '3.45', '2.92'] },
    { at: '2026-06-18T09:30:00.000Z', version: 2, state: 'open', odds: ['2.45', '3.45', '2.85'] },
    { at: '2026-06-18T16:10:00.000Z', version: 3, state: 'open', odds: ['2.49', '3.45', '2.80'] },
  ],
};
