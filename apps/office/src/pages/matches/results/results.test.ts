import { expect, test } from 'vitest';
import { againstFeed } from './against-feed-note.tsx';
import { readGoals } from './result-form.tsx';
import { momentIn } from './void-form.tsx';

test('a score is both sides, nothing, or none', () => {
  expect(readGoals({ home: '2', away: ' 0 ' })).toEqual({ home: 2, away: 0 });
  expect(readGoals({ home: '', away: ' ' })).toBeUndefined();
  expect(readGoals({ home: '2', away: '' })).toBe(false);
  expect(readGoals({ home: '-1', away: '0' })).toBe(false);
  expect(readGoals({ home: '1.5', away: '0' })).toBe(false);
});

test('a local time is the time at which clocks there show it', () => {
  expect(momentIn('2026-06-11T19:02', 'UTC')).toBe('2026-06-11T19:02:00.000Z');
  expect(momentIn('2026-06-11T19:02:30', 'Europe/Berlin')).toBe('2026-06-11T17:02:30.000Z');
  expect(momentIn('2026-01-11T19:02', 'America/Sao_Paulo')).toBe('2026-01-11T22:02:00.000Z');
  expect(momentIn('2026-03-29T03:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(momentIn('2026-10-25T06:00', 'Europe/Berlin')).toBe('2026-10-25T05:00:00.000Z');
});

test('what is no time is none', () => {
  expect(momentIn('', 'UTC')).toBeUndefined();
  expect(momentIn('2026-13-01T00:00', 'UTC')).toBeUndefined();
});

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
