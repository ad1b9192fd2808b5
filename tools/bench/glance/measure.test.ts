import { expect, it } from 'vitest';
import { summarise } from './measure.ts';

it('takes the cheapest round of a part and of its peer', () => {
  const costs = [
    { post: 20, server: 120 },
    { post: 10, server: 80 },
    { post: 30, server: 60 },
  ];
  expect(summarise('place', { server: 'post' }, costs)).toEqual({
    glance: 'place',
    rounds: 3,
    figures: [{ part: 'server', micros: 60, peer: 'post', multiple: 6, spread: 1 }],
    others: { post: 10 },
  });
});
