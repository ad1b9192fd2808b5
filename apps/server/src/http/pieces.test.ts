import { describe, expect, test } from 'vitest';
import { createCallCounts } from './call-counts.ts';
import { createLanguageReader } from './language.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimit } from '../platform/rate-limit.ts';
import { unsafeTexts } from './input.ts';

describe('rate limit', () => {
  test('counts each caller within a separate minute', () => {
    const limit = createRateLimit(2);
    expect([limit('a', 0), limit('a', 1), limit('a', 2)]).toEqual([undefined, undefined, 60_000]);
    expect(limit('b', 2)).toBeUndefined();
    expect(limit('a', 59_999)).toBe(60_000);
    expect(limit('a', 60_000)).toBeUndefined();
  });

  test('does not restart in the middle of a caller’s minute', () => {
    const limit = createRateLimit(1);
    limit('early', 0);
    limit('a', 50_000);
    expect(limit('early', 61_000)).toBeUndefined();
    expect(limit('a', 61_000)).toBe(110_000);
  });
});

test('languages are remembered, however many different headers come', () => {
  const languageOf = createLanguageReader();
  for (let i = 0; i < 2_000; i++) languageOf(`x${i}`);
  expect(languageOf('de-CH')).toBe('de');
  expect(languageOf('de-CH')).toBe('de');
  expect(languageOf(undefined)).toBe('en');
});

test('unsafe texts are found wherever they are', () => {
  expect(unsafeTexts({ a: ['fine', { b: 'x\0' }], '\uD800': 1, c: 'ok 😀' }).toSorted()).toEqual([
    '',
    'a.1.b',
  ]);
  expect(unsafeTexts({ a: [1, null, true, 'fine'] })).toEqual([]);
});

test('the metrics page counts answers', async () => {
  const counts = createCallCounts();
  counts.count('/api/user/login', 'success');
  counts.count('/api/user/login', 'success');
  counts.count('/api/user/login', 'locked');
  const text = await createMetrics({
    counts,
    isOwnerAlone: () => Promise.resolve(true),
    liveStreams: () => 3,
    logFigures: () =>
      Promise.resolve({
        entries: 12,
        signed: 11,
        signedAt: new Date(5_000),
        isRefused: true,
        cosigned: [{ name: 'club.example/w', size: 9 }],
      }),
  }).metrics();
  expect(text).toContain('touchline_calls_total{call="/api/user/login",outcome="success"} 2');
  expect(text).toContain('touchline_calls_total{call="/api/user/login",outcome="locked"} 1');
  expect(text).toContain('touchline_live_streams 3');
  expect(text).toContain('touchline_owner_alone 1');
  expect(text).toContain('touchline_log_entries 12');
  expect(text).toContain('touchline_log_signed_entries 11');
  expect(text).toContain('touchline_log_signed_timestamp_seconds 5\n');
  expect(text).toContain('touchline_log_refused 1');
  expect(text).toContain('touchline_log_cosigned_entries{witness="club.example/w"} 9');
});
