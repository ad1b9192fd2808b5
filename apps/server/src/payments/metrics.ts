import { statement, type Queryable } from '../core/database/database.ts';
import { pointsOfQueue, type Figure, type Point, type QueueRow } from '../core/metrics/metrics.ts';
import type { ChainProgress } from './chain/watcher.ts';
import { countToReview } from './recharges/queries.ts';
import { queueCondition } from './withdrawals/queries.ts';

export const cashierFigures = {
  unmatched: {
    name: 'touchline_payment_notices_unmatched',
    kind: 'gauge',
    help: 'Payment notices of the last 24 hours without a matching recharge',
    labels: { rail: 'names of rails' },
  },
  differing: {
    name: 'touchline_rails_differing',
    kind: 'gauge',
    help: 'Rails that did not agree with the ledger at the last comparison of this process, every ten minutes',
  },
  blocksBehind: {
    name: 'touchline_chain_blocks_behind',
    kind: 'gauge',
    help: 'Blocks of a chain that were not read yet at the last look; only in the process that reads it',
    labels: { network: 'usdt-trc20, usdt-erc20' },
  },
  readAt: {
    name: 'touchline_chain_read_timestamp_seconds',
    kind: 'gauge',
    help: 'When a chain was last read up to its end, in seconds since 1970; only in the process that reads it',
    labels: { network: 'usdt-trc20, usdt-erc20' },
  },
} as const satisfies Record<string, Figure>;

/** What this process knows of rails and chains. */
export const pointsOfRails = ({
  differing,
  chains,
}: {
  differing: readonly string[];
  chains: readonly ChainProgress[];
}): Point[] => [
  { of: cashierFigures.differing, value: differing.length },
  ...chains.flatMap(({ network, blocksBehind, readAtMs }): Point[] => [
    { of: cashierFigures.blocksBehind, labels: { network }, value: blocksBehind },
    { of: cashierFigures.readAt, labels: { network }, value: readAtMs / 1_000 },
  ]),
];

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
const unmatched = statement(
  'figures-unmatched',
  `select rail, (count(*) filter (where kind = 'ignored' and received_at > site_now() - interval '24 hours'))::int as total
   from rail_event group by rail order by rail limit 20`,
);

/**
 * What the database knows of money in and out.
 * @param pool connections that no call waits for
 */
export const readCashierFigures = async (pool: Queryable): Promise<Point[]> => {
  const now = Date.now();
  const review = await pool.query<QueueRow>(inReview([]));
  const paid = await pool.query<QueueRow>(paying([]));
  const recharges = await countToReview(pool);
  const waiting = await pool.query<QueueRow>(notices([]));
  const strange = await pool.query<{ rail: string; total: number }>(unmatched([]));
  return [
    ...pointsOfQueue('withdrawals_in_review', review.rows, now),
    ...pointsOfQueue('withdrawals_paying', paid.rows, now),
    ...pointsOfQueue('recharges', [recharges], now),
    ...pointsOfQueue('payment_notices', waiting.rows, now),
    ...strange.rows.map(({ rail, total }) => ({
      of: cashierFigures.unmatched,
      labels: { rail },
      value: total,
    })),
  ];
};
