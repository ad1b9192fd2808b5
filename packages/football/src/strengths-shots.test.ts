import { describe, expect, test } from 'vitest';
import { type RecordedResult, createRatings } from './strengths.ts';
import { createShotTally } from './strengths-shots.ts';

const DAY = 86_400_000;
const usual = { all: 12, onTarget: 4 };

const result = (
  home: string,
  away: string,
  day: number,
  shots?: RecordedResult['shots'],
): RecordedResult => ({
  home,
  away,
  homeGoals: 1,
  awayGoals: 1,
  at: day * DAY,
  neutral: true,
  shots,
});

describe('what shots are worth', () => {
  test('follows the goals of the competition: usual shots are worth the usual goals', () => {
    const tally = createShotTally();
    for (let match = 0; match < 3000; match++)
      tally.learn(match % 2 === 0 ? 4 : 2, {
        home: { all: 20, onTarget: 5 },
        away: { all: 20, onTarget: 5 },
      });
    expect(tally.worth(1.5, { all: 20, onTarget: 5 })).toBeCloseTo(1.5, 2);
    expect(tally.worth(1.5, { all: 24, onTarget: 8 })).toBeGreaterThan(1.8);
  });

  test('a copy learns separately', () => {
    const tally = createShotTally();
    const copy = tally.copy();
    copy.learn(5, { home: usual, away: usual });
    expect(copy.worth(1, usual)).toBeGreaterThan(tally.worth(1, usual));
  });
});

describe('ratings that know shots', () => {
  const ratings = (shots?: RecordedResult['shots']) => {
    const all = createRatings();
    for (let day = 0; day < 10; day++) all.learn(result('A', 'B', day, shots));
    return all;
  };

  test('rate the side with more of them higher after the same goals', () => {
    const { homeMean, awayMean } = ratings({
      home: { all: 18, onTarget: 7 },
      away: { all: 6, onTarget: 2 },
    }).means(result('A', 'B', 11));
    expect(homeMean).toBeGreaterThan(1.2 * awayMean);
  });

  test('learn faster from a match: the same surplus in goals and shots moves them further than goals alone', () => {
    const [goals, both] = [undefined, { home: { all: 24, onTarget: 10 }, away: { all: 4, onTarget: 1 } }].map(
      (shots) => {
        const all = createRatings();
        all.learn({ ...result('A', 'B', 1, shots), homeGoals: 3, awayGoals: 0 });
        return all.means(result('A', 'B', 2)).homeMean;
      },
    );
    expect(both).toBeGreaterThan(goals ?? Infinity);
  });

  test('who does twice as much in goals and shots is more than twice as strong', () => {
    const ratings = createRatings();
    const shots = { home: { all: 16, onTarget: 6 }, away: { all: 8, onTarget: 3 } };
    for (let day = 0; day < 300; day++) ratings.learn({ ...result('A', 'B', day, shots), homeGoals: 2 });
    const { homeMean, awayMean } = ratings.means(result('A', 'B', 301));
    expect(homeMean / awayMean).toBeGreaterThan(2.1);
  });

  test('exchanged sides have exchanged means', () => {
    const [more, fewer] = [
      { all: 18, onTarget: 7 },
      { all: 6, onTarget: 2 },
    ];
    const first = ratings({ home: more, away: fewer }).means(result('A', 'B', 11));
    const second = ratings({ home: fewer, away: more }).means(result('A', 'B', 11));
    expect(first.homeMean).toBeCloseTo(second.awayMean, 10);
  });
});
