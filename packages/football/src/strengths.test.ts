import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RHO, LEAST_RHO, MOST_RHO } from './scoring-rates.ts';
import { type Pairing, type RecordedResult, createRatings, fitStrengths } from './strengths.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 11);

type Options = { daysAgo?: number; neutral?: boolean; competition?: string };

function result(
  home: string,
  away: string,
  score: [number, number],
  { daysAgo = 10, neutral = true, competition }: Options = {},
): RecordedResult {
  const at = NOW - daysAgo * DAY;
  return { home, away, homeGoals: score[0], awayGoals: score[1], at, neutral, competition };
}

function between(home: string, away: string, neutral = true): Pairing {
  return { home, away, neutral };
}

/** Every pair of teams twice, once at each ground; the earlier letter wins by the distance, home by one more. */
function leagueOf(names: readonly string[], options: Options = {}): RecordedResult[] {
  return names.flatMap((home, h) =>
    names.flatMap((away, a) =>
      h === a
        ? []
        : [
            result(home, away, [Math.max(0, 2 + a - h), Math.max(0, 1 + h - a)], {
              neutral: false,
              ...options,
            }),
          ],
    ),
  );
}
const league = leagueOf(['A', 'B', 'C', 'D', 'E']);

describe('teams', () => {
  test('the better team is expected to score more, in the order of the results', () => {
    const { means } = fitStrengths(league, { asOf: NOW });
    const against = ['B', 'C', 'D', 'E'].map((away) => means(between('A', away)).homeMean);
    expect(against).toEqual(against.toSorted((x, y) => x - y));
    expect(means(between('A', 'E')).homeMean).toBeGreaterThan(means(between('A', 'E')).awayMean * 2);
  });

  test('without any result all are the same', () => {
    const { means, rating, rho } = fitStrengths([], { asOf: NOW });
    const { homeMean, awayMean } = means(between('Nowhere', 'Elsewhere'));
    expect(homeMean).toBe(awayMean);
    expect(homeMean).toBeCloseTo(1.3, 10);
    expect(rating('constructor')).toEqual({ attack: 1, defence: 1 });
    expect(rho()).toBe(DEFAULT_RHO);
  });

  test('one result moves a team a little, many move it a lot', () => {
    const attack = (matches: number) =>
      fitStrengths(
        Array.from({ length: matches }, (_, day) => result('A', `T${day}`, [5, 0], { daysAgo: day + 1 })),
        { asOf: NOW },
      ).rating('A').attack;
    expect(attack(1)).toBeGreaterThan(1.02);
    expect(attack(1)).toBeLessThan(1.5);
    expect(attack(8)).toBeGreaterThan(attack(1) * 1.1);
  });

  test('both sides of a result learn: who loses to a strong team loses less than who loses to a weak one', () => {
    const beaten = (by: string) =>
      fitStrengths([...league, result('New', by, [0, 3], { daysAgo: 1 })], { asOf: NOW }).rating('New')
        .defence;
    expect(beaten('A')).toBeLessThan(beaten('E'));
  });
});

describe('how far teams are apart', () => {
  const open = ['A', 'B', 'C'].flatMap((name) =>
    leagueOf(['A', 'B', 'C'], { daysAgo: 30 })
      .filter(({ home }) => home === name)
      .map((each) => ({ ...each, homeGoals: each.homeGoals + 2, awayGoals: each.awayGoals + 2 })),
  );
  const shy = leagueOf(['X', 'Y', 'Z'], { daysAgo: 20 }).map((each) => ({
    ...each,
    awayGoals: 0,
    homeGoals: 1,
  }));
  const { means, rating } = fitStrengths([...open, ...shy], { asOf: NOW });
  const of = (name: string) => {
    const { attack, defence } = rating(name);
    return { openness: Math.log(attack * defence), strength: Math.log(attack / defence) };
  };
  const logs = (home: string, away: string) => {
    const { homeMean, awayMean } = means(between(home, away));
    return { both: Math.log(homeMean * awayMean) / 2, apart: Math.log(homeMean / awayMean) / 2 };
  };

  test('goals of both sides count by less than the strengths say, as results spread them too wide', () => {
    const more = (of('A').openness + of('B').openness - of('X').openness - of('Y').openness) / 2;
    expect(more).toBeGreaterThan(0.05);
    expect(logs('A', 'B').both - logs('X', 'Y').both).toBeCloseTo(0.65 * more, 10);
  });

  test('who is better counts in full, so a mismatch keeps its many goals', () => {
    const apart = (of('A').strength - of('C').strength) / 2;
    expect(apart).toBeGreaterThan(0.1);
    expect(logs('A', 'C').apart).toBeCloseTo(apart, 10);
  });
});

describe('time', () => {
  test('results at or after the time do not count', () => {
    const future = [result('E', 'A', [9, 0], { daysAgo: 0 }), result('E', 'B', [9, 0], { daysAgo: -5 })];
    const known = fitStrengths(league, { asOf: NOW });
    const same = fitStrengths([...league, ...future], { asOf: NOW });
    expect(same.means(between('A', 'E', false))).toEqual(known.means(between('A', 'E', false)));
    expect(same.rho()).toBe(known.rho());
  });

  test('of two opposite results the later weighs more, and the more the further they are apart', () => {
    const old = leagueOf(['A', 'B', 'C', 'D', 'E'], { daysAgo: 400 });
    const attack = (earlier: [number, number], apart: number) =>
      fitStrengths(
        [
          ...old,
          result('A', 'B', earlier, { daysAgo: apart + 1 }),
          result('A', 'B', [4 - earlier[0], 0], { daysAgo: 1 }),
        ],
        { asOf: NOW },
      ).rating('A').attack;
    const gain = (apart: number) => attack([0, 0], apart) / attack([4, 0], apart);
    expect(gain(1)).toBeGreaterThan(1);
    expect(gain(40)).toBeGreaterThan(gain(1));
    expect(gain(300)).toBeGreaterThan(gain(1));
  });

  test('a result of the past cannot be learnt after a later one', () => {
    const { learn } = createRatings();
    learn(result('A', 'B', [1, 0]));
    learn(result('C', 'D', [1, 0]));
    expect(() => learn(result('E', 'F', [1, 0], { daysAgo: 11 }))).toThrow(RangeError);
  });

  test('a copy knows the same and learns separately', () => {
    const ratings = createRatings();
    for (const each of league) ratings.learn(each);
    const pairing = between('A', 'B');
    const before = ratings.means(pairing);
    const copy = ratings.copy();
    expect(copy.means(pairing)).toEqual(before);
    const late = [result('A', 'B', [0, 5], { daysAgo: 1 }), result('F', 'A', [1, 1], { daysAgo: 0 })];
    for (const each of late) copy.learn(each);
    expect(ratings.means(pairing)).toEqual(before);
    expect(ratings.rho()).toBe(fitStrengths(league, { asOf: NOW }).rho());
    const all = fitStrengths([...league, ...late], { asOf: NOW + 1 });
    expect(copy.means(pairing)).toEqual(all.means(pairing));
    expect(copy.rho()).toBe(all.rho());
  });

  test.each([
    [{ homeGoals: -1 }],
    [{ awayGoals: 0.5 }],
    [{ homeGoals: Number.NaN }],
    [{ at: Number.NaN }],
    [{ away: 'A' }],
  ])('%j is no result', (wrong) => {
    const { learn } = createRatings();
    expect(() => learn({ ...result('A', 'B', [1, 0]), ...wrong })).toThrow(RangeError);
  });
});

describe('ground', () => {
  test('home advantage is learnt from matches that were not neutral, and only used there', () => {
    const { homeAdvantage, means } = fitStrengths(league, { asOf: NOW });
    const usual = fitStrengths([], { asOf: NOW }).homeAdvantage();
    expect(homeAdvantage()).toBeGreaterThan(usual);
    const [home, neutral] = [means(between('C', 'B', false)), means(between('C', 'B'))];
    expect(home.homeMean).toBeGreaterThan(neutral.homeMean);
    expect(home.awayMean).toBeLessThan(neutral.awayMean);
    const onlyNeutral = fitStrengths([result('A', 'B', [5, 0])], { asOf: NOW });
    expect(onlyNeutral.homeAdvantage()).toBeCloseTo(usual, 12);
  });

  test('on neutral ground it does not matter who is named first', () => {
    const { means } = fitStrengths(league, { asOf: NOW });
    expect(means(between('A', 'D')).homeMean).toBeCloseTo(means(between('D', 'A')).awayMean, 12);
  });
});

describe('competitions', () => {
  const names = (prefix: string) => ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => prefix + letter);
  const draws = (prefix: string, goals: number, competition: string) =>
    names(prefix).flatMap((home) =>
      names(prefix)
        .filter((away) => away !== home)
        .map((away) => result(home, away, [goals, goals], { neutral: false, competition })),
    );

  test('have their own level of goals and home advantage', () => {
    const { means, homeAdvantage } = fitStrengths(
      [...draws('X', 3, 'many'), ...draws('Y', 0, 'few'), ...leagueOf(names('Z'), { competition: 'home' })],
      { asOf: NOW },
    );
    const goals = (competition: string) =>
      means({ home: 'P', away: 'Q', neutral: true, competition }).homeMean;
    expect(goals('many')).toBeGreaterThan(goals('few') * 1.3);
    expect(homeAdvantage('home')).toBeGreaterThan(homeAdvantage('many') * 1.1);
    expect(means({ home: 'P', away: 'Q', neutral: true, competition: 'new' }).homeMean).toBeCloseTo(1.3, 10);
  });

  test('newcomers start below those that were there, and as low as newcomers before them', () => {
    const first = leagueOf(['A', 'B', 'C', 'D', 'E'], { daysAgo: 700, competition: 'l' });
    const second = (goals: [number, number]) =>
      ['A', 'B', 'C', 'D'].map((home) => result(home, 'N', goals, { daysAgo: 300, competition: 'l' }));
    const next = (results: RecordedResult[]) =>
      fitStrengths(results, { asOf: NOW }).means({ home: 'M', away: 'C', neutral: true, competition: 'l' });
    const [weak, strong] = [next([...first, ...second([5, 0])]), next([...first, ...second([0, 2])])];
    expect(next([...first, ...second([1, 1])]).homeMean).toBeLessThan(
      next([...first, ...second([1, 1])]).awayMean,
    );
    expect(weak.homeMean).toBeLessThan(strong.homeMean);
    expect(weak.awayMean).toBeGreaterThan(strong.awayMean);
  });

  test('a team that moves up brings its record, and shows how far the divisions are apart', () => {
    const upper = leagueOf(['A', 'B', 'C', 'D'], { daysAgo: 400, competition: 'upper' });
    const lower = leagueOf(['P', 'Q', 'R', 'S'], { daysAgo: 400, competition: 'lower' });
    const moved = ['A', 'B', 'C'].map((home) =>
      result(home, 'P', [4, 0], { daysAgo: 100, competition: 'upper' }),
    );
    const q = (results: RecordedResult[]) =>
      fitStrengths(results, { asOf: NOW }).means({
        home: 'Q',
        away: 'C',
        neutral: true,
        competition: 'upper',
      });
    expect(q([...upper, ...lower, ...moved]).homeMean).toBeLessThan(q([...upper, ...lower]).homeMean);
    const { rating } = fitStrengths([...upper, ...lower, ...moved], { asOf: NOW });
    expect(rating('P').attack).toBeGreaterThan(rating('S').attack);
  });

  test('a team without results is as good as its group', () => {
    const groupOf = (team: string) => team.slice(0, 1);
    const results = [
      result('n1', 's1', [4, 0]),
      result('n2', 's2', [3, 0]),
      result('n1', 's2', [3, 1]),
      result('n3', 's1', [2, 0]),
    ];
    const { rating, means } = fitStrengths(results, { asOf: NOW, groupOf });
    expect(rating('n9').attack).toBeGreaterThan(1.02);
    expect(rating('n9').defence).toBeLessThan(0.98);
    expect(means(between('n9', 's1')).homeMean).toBeGreaterThan(means(between('n9', 's1')).awayMean);
  });
});

describe('of any results', () => {
  const team = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F');
  const goals = fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 40 }));
  const results = fc.array(
    fc
      .record({
        home: team,
        away: team,
        homeGoals: goals,
        awayGoals: goals,
        daysAgo: fc.nat(2000),
        neutral: fc.boolean(),
        competition: fc.constantFrom('x', 'y', undefined),
      })
      .filter(({ home, away }) => home !== away)
      .map(({ daysAgo, ...match }): RecordedResult => ({ ...match, at: NOW - daysAgo * DAY })),
    { maxLength: 60 },
  );

  test('means and ρ are usable, and the same for any order of matches at different times', () => {
    fc.assert(
      fc.property(results, team, team, fc.boolean(), (some, home, away, neutral) => {
        const known = [...new Map(some.map((each) => [each.at, each])).values()];
        const { means, rho } = fitStrengths(known, { asOf: NOW });
        const expected = means(between(home, away, neutral));
        for (const mean of Object.values(expected)) {
          expect(mean).toBeGreaterThanOrEqual(0.15);
          expect(mean).toBeLessThanOrEqual(6);
        }
        expect(rho()).toBeGreaterThanOrEqual(LEAST_RHO);
        expect(rho()).toBeLessThanOrEqual(MOST_RHO);
        const again = fitStrengths(known.toReversed(), { asOf: NOW });
        expect(again.means(between(home, away, neutral))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('learning one by one is the fit of all', () => {
    fc.assert(
      fc.property(results, (some) => {
        const past = some
          .filter(({ at }) => at < NOW)
          .toSorted((a, b) => a.at - b.at || (a.home < b.home ? -1 : 1));
        const known = past.filter(({ at }, index) => past[index - 1]?.at !== at);
        const ratings = createRatings();
        for (const each of known) ratings.learn(each);
        expect(ratings.means(between('A', 'B'))).toEqual(
          fitStrengths(known, { asOf: NOW }).means(between('A', 'B')),
        );
      }),
      { numRuns: 40 },
    );
  });
});
