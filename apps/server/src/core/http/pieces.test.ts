import { Registry } from '@prometheus-io/client';
import { describe, expect, test } from 'vitest';
import { registerBackup } from '../../operations/backup/supervisor.ts';
import { CallCounts } from './call-log.ts';
import { createLanguageReader } from './request-origin.ts';
import { createRateLimit } from './floods.ts';
import { unsafeTexts } from './input.ts';

describe('rate limit', () => {
  test('counts each caller within a separate minute', () => {
    const limit = createRateLimit(2);
    expect([limit('a', 0), limit('a', 1), limit('a', 2)]).toEqual([undefined, undefined, 60_000]);
    expect(limit('b', 2)).toBeUndefined();
    expect(limit('a', 59_999)).toBe(60_000);
    expect(limit('a', 60_000)).toBeUndefined();
  });

  test('counts a call that may take longer as several', () => {
    const limit = createRateLimit(40);
    expect([limit('a', 0, 20), limit('a', 1, 20), limit('a', 2, 1)]).toEqual([undefined, undefined, 60_000]);
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

test('the metrics page counts answers, and how long they took', async () => {
  const metrics = new Registry();
  const counts = new CallCounts(metrics);
  counts.count('/api/user/login', 'success', 0.003);
  counts.count('/api/user/login', 'success', 90);
  counts.count('/api/user/login', 'locked', 0.003);
  counts.count('/api/user/login', 'fault');
  const text = await metrics.metrics();
  expect(text).toContain('touchline_calls_total{call="/api/user/login",outcome="success"} 2');
  expect(text).toContain('touchline_calls_total{call="/api/user/login",outcome="locked"} 1');
  expect(text).toContain('touchline_calls_total{call="/api/user/login",outcome="fault"} 1');
  const duration = (part: string, labels: string): string =>
    `touchline_call_duration_seconds_${part}{call="/api/user/login",${labels}}`;
  expect(text).toContain(`${duration('bucket', 'result="success",le="0.002"')} 0`);
  expect(text).toContain(`${duration('bucket', 'result="success",le="0.005"')} 1`);
  expect(text).toContain(`${duration('bucket', 'result="success",le="60"')} 1`);
  expect(text).toContain(`${duration('bucket', 'result="success",le="+Inf"')} 2`);
  expect(text).toContain(`${duration('count', 'result="success"')} 2`);
  expect(text).toContain(`${duration('sum', 'result="success"')} 90.003`);
  expect(text).toContain(`${duration('count', 'result="refused"')} 1`);
  expect(text).not.toContain('result="failed"');
});

test('the metrics page has the time of the last archived file, and none where another process archives', async () => {
  const of = (archivedAt: Date | undefined): Promise<string> => {
    const metrics = new Registry();
    registerBackup(metrics, () => ({ archivedAt, isFailing: true }));
    return metrics.metrics();
  };
  expect(await of(new Date(7_000))).toContain('touchline_backup_archived_timestamp_seconds 7\n');
  const other = await of(undefined);
  expect(other).not.toMatch(/^touchline_backup_archived_timestamp_seconds /m);
  expect(other).toContain('touchline_backup_failing 1');
});
