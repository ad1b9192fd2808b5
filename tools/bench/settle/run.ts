import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Database } from '@touchline/server/tools/database';
import { seedOpenBets, testResults } from '@touchline/server/tools/settling';
import { verify } from '@touchline/server/tools/verify';
import { benchCluster, type BenchCluster } from '../lib/database.ts';
import { ownCheckout, seedByCheckout } from '../lib/checkout.ts';
import { median, printTable, progress, ratio } from '../lib/report.ts';
import { settlePerBet } from './per-bet.ts';

/** How much is measured. */
const scope = {
  whole: { sizes: [100_000, 1_000_000], rounds: 5 },
  /** For work on settlement: the smaller size alone. */
  quick: { sizes: [100_000], rounds: 3 },
};
/** Bets the loop settles. Its time for more bets is proportional, since each transaction takes the same time. */
const loopSample = 20_000;
const loopConnections = 2;

type RunReport = { seconds: number; bets: number; idleMb: number; peakMb: number };
const isRunReport = (message: unknown): message is RunReport =>
  typeof message === 'object' && message !== null && 'seconds' in message && 'peakMb' in message;

const hasEvent = (message: unknown): message is { event: string } =>
  typeof message === 'object' && message !== null && 'event' in message && typeof message.event === 'string';

/** The medians of the runs of one checkout over one size. */
type Measured = {
  checkout: 'this' | 'beside';
  size: number;
  seconds: number;
  perSecond: number;
  idleMb: number;
  peakMb: number;
};

/**
 * A separate process settles one match with many open bets, three singles to two accumulators, on two connections. Its peers are
 * a loop with one transaction per bet, also on two connections, and another checkout where one is given; they take turns. Every
 * bet must be settled, and the records agree. Figures are medians.
 */
export const settle = async ({
  quick,
  beside,
}: {
  quick: boolean;
  beside?: string | undefined;
}): Promise<object> => {
  const { sizes, rounds } = quick ? scope.quick : scope.whole;
  const cluster = await benchCluster();
  try {
    progress(`a loop over ${loopSample} bets`);
    const loop = await measureLoop(cluster);
    const measured: Measured[] = [];
    for (const size of sizes) measured.push(...(await measure(cluster, size, { rounds, beside })));
    return report(measured, loop, rounds);
  } finally {
    await cluster.stop();
  }
};

/** Lets the checkouts settle copies of the same seed, in turns. */
const measure = async (
  cluster: BenchCluster,
  size: number,
  { rounds, beside }: { rounds: number; beside?: string | undefined },
): Promise<Measured[]> => {
  const sides = [
    { checkout: 'this' as const, path: ownCheckout },
    ...(beside === undefined ? [] : [{ checkout: 'beside' as const, path: beside }]),
  ];
  const seeds = new Map<string, { template: string; event: string; reports: RunReport[] }>();
  for (const { checkout, path } of sides) {
    progress(`${size} bets for ${checkout === 'this' ? 'this checkout' : path}`);
    const template = `seed_${checkout}_${size}`;
    const { url, database } = await cluster.createEmpty(template);
    const seeded = await seedByCheckout('settle', { checkout: path, url, count: size });
    await database.close();
    if (!hasEvent(seeded)) throw new Error(`${path} sent no seed`);
    seeds.set(checkout, { template, event: seeded.event, reports: [] });
  }
  for (let round = 1; round <= rounds; round++) {
    for (const { checkout, path } of sides) {
      const seed = seeds.get(checkout);
      if (!seed) continue;
      const name = `settle_${checkout}_${size}`;
      const { url, database } = await cluster.copy(seed.template, name);
      await database.pool.query('checkpoint');
      const worker = fork(join(path, 'tools/bench/settle/worker.ts'), [url, seed.event]);
      const [message]: unknown[] = await once(worker, 'message');
      if (!isRunReport(message)) throw new Error('the worker sent no report');
      if (message.bets !== size) throw new Error(`${message.bets} of ${size} bets were settled`);
      seed.reports.push(message);
      progress(`${size} bets, round ${round} of ${rounds}: ${checkout} ${message.seconds.toFixed(1)} s`);
      const isRecomputed = checkout === 'this' && round === 1 && size === scope.whole.sizes[0];
      await check(database, isRecomputed);
      await database.close();
      await cluster.drop(name);
    }
  }
  for (const { template } of seeds.values()) await cluster.drop(template);
  return sides.map(({ checkout }): Measured => {
    const reports = seeds.get(checkout)?.reports ?? [];
    const seconds = median(reports.map((one) => one.seconds));
    return {
      checkout,
      size,
      seconds,
      perSecond: Math.round(size / seconds),
      idleMb: median(reports.map((one) => one.idleMb)),
      peakMb: median(reports.map((one) => one.peakMb)),
    };
  });
};

/** All bets have ended; if asked, every bet and the whole ledger are recomputed. */
const check = async ({ pool }: Database, isRecomputed: boolean): Promise<void> => {
  const { rows } = await pool.query<{ open: bigint; due: bigint; paid: bigint }>(
    `select (select count(*) from bet where state = 'open') as open,
       (select sum(payout)::bigint from bet) as due,
       (select sum(amount)::bigint from entry where kind in ('payout', 'refund')) as paid`,
  );
  const [sums] = rows;
  if (sums?.open !== 0n || sums.due !== sums.paid)
    throw new Error(`open ${sums?.open}, due ${sums?.due}, paid ${sums?.paid}`);
  if (!isRecomputed) return;
  const wrong = [...(await verify.bets(pool)).differences, ...(await verify.ledger(pool)).differences];
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
  await events.rulings.recordResult(event, {
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
  await check(database, true);
  await database.close();
  return loop;
};

/** Aims of settlement; the report prints them next to the results. */
const aims = {
  secondsBySize: new Map([
    [100_000, 2.5],
    [1_000_000, 25],
  ]),
  toBeside: 1.6,
};

const report = (
  measured: readonly Measured[],
  loop: { bets: number; seconds: number },
  rounds: number,
): object => {
  const loopPerSecond = Math.round(loop.bets / loop.seconds);
  const round = (value: number): number => Number(value.toFixed(2));
  const ratios: Record<number, number> = {};
  const own = measured.filter(({ checkout }) => checkout === 'this');
  for (const { size, seconds } of own) {
    const other = measured.find((one) => one.checkout === 'beside' && one.size === size);
    if (other) ratios[size] = ratio(other.seconds, seconds);
  }
  printTable(
    [
      'settling one match',
      'seconds',
      'aim',
      'bets/s',
      '× the loop',
      '× the other',
      'RSS MB idle',
      'RSS MB peak',
    ],
    [
      ...measured.map((one) => [
        `${one.size} bets${one.checkout === 'this' ? '' : ', the other checkout'}`,
        round(one.seconds),
        aims.secondsBySize.get(one.size) ?? '–',
        one.perSecond,
        ratio(one.perSecond, loopPerSecond),
        one.checkout === 'this' ? (ratios[one.size] ?? '–') : 1,
        one.idleMb,
        one.peakMb,
      ]),
      [`loop, ${loop.bets} bets measured`, round(loop.seconds), '–', loopPerSecond, 1, '–', '–', '–'],
    ],
  );
  console.log(`\nmedians of ${rounds} rounds; aim ${aims.toBeside} × the other checkout`);
  const [small, large] = own;
  const growth = small && large ? ratio(large.seconds / small.seconds, large.size / small.size) : Number.NaN;
  if (small && large)
    console.log(`  ${growth} × the time in proportion for ten times the bets (1 is linear)`);
  return {
    bench: 'settle',
    rounds,
    measured,
    ratios,
    loop: { ...loop, perSecond: loopPerSecond },
    growth,
  };
};
