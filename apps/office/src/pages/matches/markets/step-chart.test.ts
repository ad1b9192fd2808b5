import { expect, test } from 'vitest';
import { pathOf, placesOf, rangeOf } from './step-chart.tsx';

const frame = { width: 100, height: 50 };

test('times lie between the first and now', () => {
  const at = (second: number) => new Date(second * 1000).toISOString();
  expect(placesOf([at(0), at(5), at(10)], frame, 20_000)).toEqual([0, 25, 50]);
  expect(placesOf([at(0)], frame, 0)).toEqual([0]);
  expect(placesOf([], frame, 0)).toEqual([]);
});

test('a price lasts until the next one', () => {
  const range = rangeOf(['2.00', null, '4.00']);
  expect(range).toEqual({ least: 2, most: 4 });
  expect(pathOf(['2.00', '4.00'], [0, 50], { least: 2, most: 4 }, frame)).toBe('M0 50H50V0H100');
});

test('where there is none the line is broken', () => {
  const range = { least: 2, most: 4 };
  expect(pathOf(['2.00', null, '4.00'], [0, 20, 60], range, frame)).toBe('M0 50H20M60 0H100');
  expect(pathOf([null], [0], range, frame)).toBe('');
  expect(rangeOf([null])).toBeUndefined();
});

test('prices that never moved are a line in the middle', () => {
  expect(pathOf(['2.00'], [0], { least: 2, most: 2 }, frame)).toBe('M0 25H100');
});
