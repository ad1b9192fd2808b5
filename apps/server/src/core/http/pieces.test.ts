import { describe, expect, test } from 'vitest';
import { backupFigures, pointsOfBackup } from '../../operations/backup/metrics.ts';
import type { Figure, Point } from '../metrics/metrics.ts';
import { callFigures, createCallCounts } from './call-log.ts';
import { createLanguageReader } from './request-origin.ts';
import { createMetrics } from '../metrics/endpoint.ts';
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
  const counts = createCallCounts();
  counts.count('/api/user/login', 'success', 0.003);
  counts.count('/api/user/login', 'success', 90);
  counts.count('/api/user/login', 'locked', 0.003);
  counts.count('/api/user/login', 'fault');
  const text = await createMetrics(Object.values(callFigures), counts.points).metrics();
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
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('a figure that is not in the table is a fault', async () => {
  const strange: Figure = { name: 'strange', kind: 'gauge', help: 'Not in the table' };
  const registry = createMetrics(Object.values(callFigures), () => [{ of: strange, value: 1 }]);
  await expect(registry.metrics()).rejects.toThrow('not in the table: strange');
});

test('the metrics page leaves out a gauge that has no value, with labels and without', async () => {
  const plain: Figure = { name: 'plain', kind: 'gauge', help: 'Without labels' };
  const labelled: Figure = {
    name: 'labelled',
    kind: 'gauge',
    help: 'With labels',
    labels: { rail: 'names' },
  };
  let points: readonly Point[] = [];
  const registry = createMetrics([plain, labelled], () => points);
  expect(await registry.metrics()).not.toMatch(/^(plain|labelled)/m);
  points = [
    { of: plain, value: 1 },
    { of: labelled, labels: { rail: 'a' }, value: 2 },
  ];
  const text = await registry.metrics();
  expect(text).toContain('plain 1\n');
  expect(text).toContain('labelled{rail="a"} 2\n');
  points = [];
  expect(await registry.metrics()).not.toMatch(/^(plain|labelled)/m);
});

test('the metrics page has the time of the last archived file, and none where another process archives', async () => {
  const of = (archivedAt: Date | undefined) =>
    createMetrics(Object.values(backupFigures), () =>
      pointsOfBackup({ archivedAt, isFailing: true }),
    ).metrics();
  expect(await of(new Date(7_000))).toContain('touchline_backup_archived_timestamp_seconds 7\n');
  const other = await of(undefined);
  expect(other).not.toMatch(/^touchline_backup_archived_timestamp_seconds /m);
  expect(other).toContain('touchline_backup_failing 1');
});
