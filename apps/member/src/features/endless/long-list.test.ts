import { expect, it } from 'vitest';
import { arePlaces, awayIn } from './long-list.tsx';

const near = { blockSize: 800, isNear: true };
const far = { blockSize: 750.5, isNear: false };

it('lets wait what was out of sight', () => {
  expect([...awayIn([far, near, near, far])]).toEqual([
    [0, 750.5],
    [3, 750.5],
  ]);
  expect(awayIn([]).size).toBe(0);
});

it('takes for places only what is', () => {
  expect(arePlaces([near, far])).toBe(true);
  expect(arePlaces([near, { blockSize: '800', isNear: true }])).toBe(false);
  expect(arePlaces(undefined)).toBe(false);
});
