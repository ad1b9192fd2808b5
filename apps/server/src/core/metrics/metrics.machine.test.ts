import { paths } from '@touchline/contract/paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sample } from '../../testing/metrics.ts';
import { observedSite, type ObservedSite } from '../../testing/scenarios/observed-site.ts';

let observed: ObservedSite;
beforeAll(async () => {
  observed = await observedSite();
});
afterAll(() => observed?.site.close());

/** Each metric with its labels: dashboards and alerts of those who run a site depend on them. */
const labelsOf: Readonly<Record<string, readonly string[]>> = {
  touchline_backup_archived_timestamp_seconds: [],
  touchline_backup_failing: [],
  touchline_build_info: ['version'],
  touchline_call_duration_seconds: ['call', 'result'],
  touchline_calls_total: ['call', 'outcome'],
  touchline_cap_used_ratio: ['scope'],
  touchline_chain_blocks_behind: ['network'],
  touchline_chain_read_timestamp_seconds: ['network'],
  touchline_connections_turned_away_total: [],
  touchline_delayed_orders_overdue_seconds: [],
  touchline_delayed_orders_waiting: [],
  touchline_feed_silence_seconds: ['feed'],
  touchline_figures_failures_total: ['module'],
  touchline_figures_read_timestamp_seconds: ['module'],
  touchline_jobs_failed: ['task'],
  touchline_jobs_oldest_seconds: ['task'],
  touchline_jobs_waiting: ['task'],
  touchline_lane_batch_bets: [],
  touchline_lane_batch_duration_seconds: [],
  touchline_lane_batches_running: [],
  touchline_lane_bets_waiting: [],
  touchline_lane_wait_seconds: [],
  touchline_ledger_breaches_open: ['invariant'],
  touchline_ledger_difference_minor: [],
  touchline_live_dropped_total: [],
  touchline_live_messages_total: ['kind'],
  touchline_live_streams: [],
  touchline_live_streams_max: [],
  touchline_log_cosigned_entries: ['witness'],
  touchline_log_delay_seconds: [],
  touchline_log_entries: [],
  touchline_log_refused: [],
  touchline_log_signed_entries: [],
  touchline_log_signed_timestamp_seconds: [],
  touchline_log_turn_timestamp_seconds: [],
  touchline_matches_live: [],
  touchline_matches_silent: [],
  touchline_owner_alone: [],
  touchline_payment_notices_unmatched: ['rail'],
  touchline_pool_connections: ['pool', 'state'],
  touchline_pool_connections_max: ['pool'],
  touchline_pool_wait_seconds: ['pool'],
  touchline_pool_waiting: ['pool'],
  touchline_queue_length: ['queue'],
  touchline_queue_oldest_seconds: ['queue'],
  touchline_rails_differing: [],
  touchline_ready: [],
  touchline_routine_failures_total: ['routine'],
  touchline_settlement_oldest_seconds: [],
  touchline_settlement_runs_open: [],
};

/** The name of the metric that a line belongs to. */
const metricOf = ({ name }: Sample): string =>
  Object.hasOwn(labelsOf, name) ? name : name.replace(/_(bucket|sum|count)$/, '');

const ofTouchline = (samples: readonly Sample[]): Sample[] =>
  samples.filter(({ name }) => name.startsWith('touchline_'));

test('a running server gives every metric, and no other', async () => {
  await expect
    .poll(async () => [...new Set(ofTouchline(await observed.samples()).map(metricOf))].toSorted(), {
      timeout: 30_000,
    })
    .toEqual(Object.keys(labelsOf));
});

test('each line has the labels of its metric', async () => {
  for (const sample of ofTouchline(await observed.samples())) {
    const { le: _bound, ...labels } = sample.labels;
    expect([sample.name, Object.keys(labels)]).toEqual([sample.name, labelsOf[metricOf(sample)]]);
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

test('the metrics of calls do not grow with what is asked for', async () => {
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
