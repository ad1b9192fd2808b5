import { describe, expect, it } from 'vitest';
import { courseOf, pathOf, placeOf } from './course-series.ts';

const kickOff = '2026-06-11T19:00:00.000Z';
const after = (minutes: number): string => new Date(Date.parse(kickOff) + minutes * 60_000).toISOString();
const price = (minutes: number, odds: (string | null)[]) => ({
  at: after(minutes),
  version: minutes,
  state: 'open' as const,
  odds,
});
const goal = (minutes: number) => ({
  kind: 'goal' as const,
  at: after(minutes),
  score: { home: 1, away: 0 },
});
const untilMs = Date.parse(after(100));

describe('the course of a match', () => {
  it('has chances whose sum is one, from half an hour before kick-off on', () => {
    const list = [
      price(-500, ['4', '4', '2']),
      price(-400, ['2', '4', '4']),
      price(10, ['1.25', '10', '10']),
    ];
    const course = courseOf({ selections: ['1', 'X', '2'], list }, { incidents: [], kickOff, untilMs });
    expect(course?.fromMs).toBe(Date.parse(after(-30)));
    expect(course?.points).toEqual([
      { atMs: Date.parse(after(-30)), chances: [0.5, 0.25, 0.25] },
      {
        atMs: Date.parse(after(10)),
        chances: [expect.closeTo(0.8), expect.closeTo(0.1), expect.closeTo(0.1)],
      },
    ]);
    expect(course?.untilMs).toBe(untilMs);
  });

  it('finds the outcomes wherever they are, and leaves out times without a price', () => {
    const list = [price(0, ['4', '2', '4']), price(20, [null, '1.2', '9']), price(30, ['2', '4', '4'])];
    const course = courseOf({ selections: ['2', '1', 'X'], list }, { incidents: [], kickOff, untilMs });
    expect(course?.points.map(({ chances }) => chances)).toEqual([
      [0.5, 0.25, 0.25],
      [0.25, 0.25, 0.5],
    ]);
  });

  it('puts a goal between the chances before and after it', () => {
    const list = [price(0, ['2', '4', '4']), price(31, ['1.25', '10', '10'])];
    const course = courseOf(
      { selections: ['1', 'X', '2'], list },
      { incidents: [goal(30), goal(300)], kickOff, untilMs },
    );
    expect(course?.marks).toHaveLength(1);
    expect(course?.marks[0]?.before?.[0]).toBe(0.5);
    expect(course?.marks[0]?.after?.[0]).toBeCloseTo(0.8);
  });

  it('is nothing with fewer than two prices', () => {
    const history = { selections: ['1', 'X', '2'], list: [price(0, ['2', '4', '4'])] };
    expect(courseOf(history, { incidents: [], kickOff, untilMs })).toBeUndefined();
  });

  it('is drawn as steps from left to right', () => {
    const list = [price(0, ['2', '4', '4']), price(50, ['4', '2', '4'])];
    const course = courseOf({ selections: ['1', 'X', '2'], list }, { incidents: [], kickOff, untilMs });
    if (course === undefined) throw new Error('no course');
    expect(pathOf(course, 0)).toBe('M0 0.5H0.5V0.75H1');
    expect(placeOf(course, Date.parse(after(200)))).toBe(1);
  });
});
