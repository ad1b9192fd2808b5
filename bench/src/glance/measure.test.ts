import { expect, it } from 'vitest';
import { summarise } from './measure.ts';

it('takes each round by its own peer, and the median of the rounds', () => {
  const costs = [
    { post: 10, server: 60 },
    { post: 20, server: 120 },
    { post: 30, server: 210 },
  ];
  expect(summarise('place', { server: 'post' }, costs)).toEqual({
    glance: 'place',
    rounds: 3,
    figures: [{ part: 'server', micros: 120, peer: 'post', multiple: 6, spread: 0.1667 }],
    others: { post: 20 },
  });
});
