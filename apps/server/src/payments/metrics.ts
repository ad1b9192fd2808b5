import { Gauge } from '@prometheus-io/client';
import { query, statement } from '../core/database/database.ts';
import type { QueueRow, StoredMetrics } from '../core/metrics/stored-metrics.ts';
import type { Context } from '../core/module.ts';
import type { Chain } from './chain/service.ts';
import type { RailWatch } from './rail-states.ts';
import { countToReview } from './recharges/queries.ts';
import { queueCondition } from './withdrawals/queries.ts';

const withdrawals = (queue: 'in_review' | 'paying') =>
  statement(
    `figures-withdrawals-${queue}`,
    `select count(*)::int as total, min(requested_at) as oldest from withdrawal where ${queueCondition(queue)}`,
  );
const inReview = withdrawals('in_review');
const paying = withdrawals('paying');

const notices = statement(
  'figures-notices',
  `select count(*)::int as total, min(received_at) as oldest from rail_event where handled_at is null`,
);
const unmatched = query.many<{ rail: string; total: number }>(
  'figures-unmatched',
  `select rail, (count(*) filter (where kind = 'ignored' and received_at > site_now() - interval '24 hours'))::int as total
   from rail_event group by rail order by rail limit 20`,
);

/** Registers what this process knows of rails and chains. @returns what the database knows of money in and out */
export const cashierMetrics = (
  { metrics, connections }: Context,
  { watch, chain }: { watch: RailWatch; chain: Chain },
): StoredMetrics => {
  const { pool } = connections.background;
  new Gauge({
    name: 'touchline_rails_differing',
    help: 'Rails that did not agree with the ledger at the last comparison of this process, every ten minutes',
    registers: [metrics],
    collect() {
      this.set(watch.last().differing.length);
    },
  });
  new Gauge({
    name: 'touchline_chain_blocks_behind',
    help: 'Blocks of a chain that were not read yet at the last look; only in the process that reads it',
    labelNames: ['network'],
    registers: [metrics],
    collect() {
      this.reset();
      for (const { network, blocksBehind } of chain.progress()) this.set({ network }, blocksBehind);
    },
  });
  new Gauge({
    name: 'touchline_chain_read_timestamp_seconds',
    help: 'When a chain was last read up to its end, in seconds since 1970; only in the process that reads it',
    labelNames: ['network'],
    registers: [metrics],
    collect() {
      this.reset();
      for (const { network, readAtMs } of chain.progress()) this.set({ network }, readAtMs / 1_000);
    },
  });
  const unmatchedNotices = new Gauge({
    name: 'touchline_payment_notices_unmatched',
    help: 'Payment notices of the last 24 hours without a matching recharge',
    labelNames: ['rail'],
    registers: [metrics],
  });
  return {
    gauges: [unmatchedNotices],
    read: async () => {
      const rows = await unmatched(pool);
      unmatchedNotices.reset();
      for (const { rail, total } of rows) unmatchedNotices.set({ rail }, total);
    },
    queues: {
      withdrawals_in_review: () => pool.query<QueueRow>(inReview([])),
      withdrawals_paying: () => pool.query<QueueRow>(paying([])),
      recharges: async () => ({ rows: [await countToReview(pool)] }),
      payment_notices: () => pool.query<QueueRow>(notices([])),
    },
  };
};
