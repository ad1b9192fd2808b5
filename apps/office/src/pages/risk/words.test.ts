import { expect, test } from 'vitest';
import { gist } from './words.ts';

test('a grid is described by its ends', () => {
  const cells = [
    { home: 0, away: 0, worst: '3.00', best: '5.00' },
    { home: 1, away: 0, worst: '-20.00', best: '-9.00' },
    { home: 0, away: 1, worst: '-20.00', best: '6.00' },
  ];
  expect(gist(cells)).toEqual({ worst: cells[1], best: cells[2], losing: 2, count: 3 });
  expect(gist([])).toBeUndefined();
});
