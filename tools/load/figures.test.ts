import { expect, test } from 'vitest';
import { createCallFigures } from './figures.ts';
import { drawPicture } from './picture.ts';

test('calls are counted by second, kind and reason; refusals of the game are no failures', () => {
  let now = 0;
  const figures = createCallFigures(() => now);
  for (let ms = 1; ms <= 100; ms++) figures.note('bet', 'success', ms);
  now = 1_500;
  figures.note('bet', 'price_changed', 5);
  figures.note('storm', 'timeout', 30_000);
  expect(figures.seconds().map(({ calls, bets, failed }) => [calls, bets, failed])).toEqual([
    [100, 100, 0],
    [2, 0, 1],
  ]);
  expect(figures.table().find(({ kind }) => kind === 'bet')).toEqual({
    kind: 'bet',
    calls: 101,
    p50: 50,
    p95: 95,
    p99: 99,
  });
  expect(figures.reasons()).toEqual([
    { reason: 'price_changed', calls: 1 },
    { reason: 'timeout', calls: 1 },
  ]);
});

test('a picture has its lines within its charts', () => {
  const picture = drawPicture({
    title: 'A < B',
    marks: [{ at: 0.5, name: '15:00', colour: '#333' }],
    charts: [{ title: 'Actions', unit: '/s', lines: [{ name: 'all', colour: '#27c', values: [0, 7, 3] }] }],
  });
  expect(picture).toContain('A &lt; B');
  // Of a scale to 10, 7 is at 70 % of 150 above the base at 190.
  expect(picture).toContain('points="64.0,190.0 504.0,85.0 944.0,145.0"');
});
