import { paths } from '@touchline/contract/paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figureTable } from '../../operations/metric-table.ts';
import type { Sample } from '../../testing/metrics.ts';
import { observedSite, type ObservedSite } from '../../testing/scenarios/observed-site.ts';

let observed: ObservedSite;
beforeAll(async () => {
  observed = await observedSite();
});
afterAll(() => observed?.site.close());

const figures = Object.values(figureTable).flat();

/** The name of the figure that a line belongs to. */
const figureOf = ({ name }: Sample): string =>
  figures.some((figure) => figure.name === name) ? name : name.replace(/_(bucket|sum|count)$/, '');

const ofTouchline = (samples: readonly Sample[]): Sample[] =>
  samples.filter(({ name }) => name.startsWith('touchline_'));

test('a running server gives every figure of the table, and no other', async () => {
  const expected = figures.map(({ name }) => name).toSorted();
  await expect
    .poll(async () => [...new Set(ofTouchline(await observed.samples()).map(figureOf))].toSorted(), {
      timeout: 30_000,
    })
    .toEqual(expected);
});

test('each line has the labels of its figure', async () => {
  for (const sample of ofTouchline(await observed.samples())) {
    const figure = figures.find(({ name }) => name === figureOf(sample));
    const { le: _bound, ...labels } = sample.labels;
    expect([sample.name, Object.keys(labels)]).toEqual([sample.name, Object.keys(figure?.labels ?? {})]);
  }
});

test('values are those of the site', async () => {
  const valueOf = async (name: string, labels: Record<string, string> = {}): Promise<number | undefined> =>
    (await observed.samples()).find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, of]) => sample.labels[label] === of),
    )?.value;
  const [, call] = paths.orderAdd;
  expect(await valueOf('touchline_calls_total', { call, outcome: 'success' })).toBe(1);
  expect(await valueOf('touchline_calls_total', { call, outcome: 'stake_min' })).toBe(1);
  expect(await valueOf('touchline_call_duration_seconds_count', { call, result: 'success' })).toBe(1);
  expect(await valueOf('touchline_lane_batch_bets_sum')).toBeGreaterThanOrEqual(1);
  expect(await valueOf('touchline_pool_connections_max', { pool: 'lanes' })).toBe(2);
  expect(await valueOf('touchline_pool_wait_seconds_count', { pool: 'lanes' })).toBeGreaterThan(0);
  expect(await valueOf('touchline_matches_live')).toBe(1);
  expect(await valueOf('touchline_feed_silence_seconds', { feed: 'test' })).toBeGreaterThan(0);
  expect(await valueOf('touchline_ledger_breaches_open', { invariant: 'I1' })).toBe(0);
  expect(await valueOf('touchline_ledger_difference_minor')).toBe(0);
  expect(await valueOf('touchline_payment_notices_unmatched', { rail: 'sandbox-card' })).toBe(1);
  // 24.00 may be lost to the bet, of 250,000.00.
  await expect
    .poll(() => valueOf('touchline_cap_used_ratio', { scope: 'selection' }), { timeout: 20_000 })
    .toBeCloseTo(24 / 250_000, 8);
});

test('the figures of calls do not grow with what is asked for', async () => {
  const { app } = observed.site;
  const lines = async (): Promise<number> =>
    (await observed.samples()).filter(({ name }) => name.startsWith('touchline_call')).length;
  await app.inject('/api/nowhere/0');
  const before = await lines();
  for (let path = 1; path < 20; path++) await app.inject(`/api/nowhere/${path}?x=${path}`);
  expect(await lines()).toBe(before);
});

test('answers while no connection to the database is free', async () => {
  const { pool } = observed.site.context.connections.background;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    expect(ofTouchline(await observed.samples()).length).toBeGreaterThan(100);
  } finally {
    for (const client of taken) client.release();
  }
});
