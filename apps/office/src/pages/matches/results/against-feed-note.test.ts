import { expect, test } from 'vitest';
import { againstFeed } from './against-feed-note.tsx';

const [ht, ft] = [
  { home: 1, away: 0 },
  { home: 2, away: 1 },
];
const over = { state: 'finished', score: { ht, ft } } as const;

test('the same as the feed says is against nothing', () => {
  expect(againstFeed(over, { kind: 'played', ht, ft })).toBeUndefined();
  expect(againstFeed(over, { kind: 'played', ft })).toBeUndefined();
  expect(againstFeed({ state: 'half_time', score: { ft: ht, ht } }, { kind: 'played', ht })).toBeUndefined();
});

test('another score is, at half time too', () => {
  expect(againstFeed(over, { kind: 'played', ft: ht })).toBe('score');
  expect(againstFeed(over, { kind: 'played', ht: { home: 0, away: 0 }, ft })).toBe('score');
});

test('a result before the end is', () => {
  expect(againstFeed({ state: 'scheduled' }, { kind: 'played', ft })).toBe('unplayed');
  expect(againstFeed({ state: 'live', score: { ft: ht } }, { kind: 'played', ft })).toBe('running');
  expect(againstFeed({ state: 'scheduled' }, { kind: 'postponed' })).toBeUndefined();
});
