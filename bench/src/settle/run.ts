import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { verifyBets } from '../../../apps/server/src/book/verify.ts';
import type { Database } from '../../../apps/server/src/platform/database.ts';
import { verifyLedger } from '../../../apps/server/src/wallet/verify.ts';
import { benchCluster, type BenchCluster } from '../lib/database.ts';
import { printTable, ratio } from '../lib/report.ts';
import { settlePerBet } from './per-bet.ts';
import { seedOpenBets } from '../../../apps/server/src/testing/open-bets.ts';
import { testResults } from '../../../apps/server/src/testing/results.ts';

const sizes = [100_000, 1_000_000] as const;
/** Bets the loop settles. Its time for more bets is proportional, since each transaction takes the same time. */
const loopSample = 20_000;
const loopConnections = 2;

type RunReport = { seconds: number; bets: number; idleMb: number; peakMb: number };
const isRunReport = (message: unknown): message is RunReport =>
  typeof message === 'object' && message !== null && 'seconds' in message && 'peakMb' in message;

type Measured = { size: number; seconds: number; perSecond: number; idleMb: number; peakMb: number };

/**
 * One match with many open bets, three singles to two accumulators, settled by a separate process on two connections;
 * beside it a loop with one transaction per bet, on two connections too. Every bet must be settled, and the records agree.
 */
export const settle = async (): Promise<object> => {
  const cluster = await benchCluster();
  try {
    const loop = await measureLoop(cluster);
    const runs: Measured[] = [];
    for (const size of sizes) runs.push(await measure(cluster, size));
    return report(runs, loop);
  } finally {
    await cluster.stop();
  }
};

const measure = async (cluster: BenchCluster, size: number): Promise<Measured> => {
  const { url, database } = await cluster.create(`settle_${size}`);
  const { event } = await seedOpenBets(database, url, size);
  const worker = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [url, event]);
  const [message]: unknown[] = await once(worker, 'message');
  if (!isRunReport(message)) throw new Error('the worker sent no report');
  const { seconds, bets, idleMb, peakMb } = message;
  if (bets !== size) throw new Error(`${bets} of ${size} bets were settled`);
  await check(database, size);
  await database.close();
  return { size, seconds, perSecond: Math.round(size / seconds), idleMb, peakMb };
};

/** All bets ended; of the smaller size every bet and the whole ledger are recomputed. */
const check = async ({ pool }: Database, size: number): Promise<void> => {
  const { rows } = await pool.query<{ open: bigint; due: bigint; paid: bigint }>(
    `select (select count(*) from bet where state = 'open') as open,
       (select sum(payout)::bigint from bet) as due,
       (select sum(amount)::bigint from entry where kind in ('payout', 'refund')) as paid`,
  );
  const [sums] = rows;
  if (sums?.open !== 0n || sums.due !== sums.paid)
    throw new Error(`open ${sums?.open}, due ${sums?.due}, paid ${sums?.paid}`);
  if (size > sizes[0]) return;
  const wrong = [...(await verifyBets(pool)).differences, ...(await verifyLedger(pool)).differences];
  if (wrong.length > 0) throw new Error(`${wrong.length} differences, the first: ${wrong[0]}`);
};

const measureLoop = async (cluster: BenchCluster): Promise<{ bets: number; seconds: number }> => {
  const { url, database } = await cluster.create('settle_loop');
  const { event } = await seedOpenBets(database, url, loopSample);
  // The loop finds its grades made, as a run that has just begun.
  const { events, settlement, due, close } = await testResults(database, url);
  await database.pool.query('create table parked_bet as select * from bet');
  await database.pool.query('create table parked_leg as select * from leg');
  await database.pool.query('truncate bet, leg');
  await events.recordResult(event, {
    ht: { home: 1, away: 0 },
    ft: { home: 2, away: 1 },
    source: 'bench',
    confirmedBy: 'bench',
  });
  for (const key of due) await settlement.run(key);
  await close();
  await database.pool.query('insert into bet select * from parked_bet');
  await database.pool.query('insert into leg select * from parked_leg');
  await database.pool.query('drop table parked_bet, parked_leg');
  await database.pool.query('vacuum analyze');
  const loop = await settlePerBet(database.pool, event, loopConnections);
  if (loop.bets !== loopSample) throw new Error(`the loop found ${loop.bets} bets`);
  await check(database, loopSample);
  await database.close();
  return loop;
};

const report = (runs: readonly Measured[], loop: { bets: number; seconds: number }): object => {
  const loopPerSecond = Math.round(loop.bets / loop.seconds);
  const round = (value: number): number => Number(value.toFixed(2));
  printTable(
    ['settling one match', 'seconds', 'bets/s', '× the loop', 'RSS MB idle', 'RSS MB peak'],
    [
      ...runs.map((run) => [
        `${run.size} bets`,
        round(run.seconds),
        run.perSecond,
        ratio(run.perSecond, loopPerSecond),
        run.idleMb,
        run.peakMb,
      ]),
      [`loop, ${loop.bets} bets measured`, round(loop.seconds), loopPerSecond, 1, '–', '–'],
      ...runs.map((run) => [
        `loop, ${run.size} bets in proportion`,
        round(run.size / loopPerSecond),
        loopPerSecond,
        1,
        '–',
        '–',
      ]),
    ],
  );
  const [small, large] = runs;
  const growth = small && large ? ratio(large.seconds / small.seconds, large.size / small.size) : Number.NaN;
  console.log(`\n${growth} × the time in proportion for ten times the bets (1 is linear)`);
  return { bench: 'settle', runs, loop: { ...loop, perSecond: loopPerSecond }, growth };
};
