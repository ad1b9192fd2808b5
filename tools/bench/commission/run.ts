import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { verify } from '@touchline/server/tools/verify';
import { benchCluster, type BenchCluster } from '../lib/database.ts';
import { printTable, ratio } from '../lib/report.ts';
import { payPerBet } from './per-bet.ts';
import { betsOfMember, seedDay } from './seed.ts';

/** Members of the day; each has ten bets. */
const sizes = { quick: 10_000, full: 100_000 } as const;
/** Members whose bets the loop pays. Its time for more members is proportional, since each transaction takes the same time. */
const loopMembers = 2_000;
const loopConnections = 2;

type RunReport = {
  seconds: number;
  readSeconds: number;
  bookSeconds: number;
  days: number;
  idleMb: number;
  peakMb: number;
};
const isRunReport = (message: unknown): message is RunReport =>
  typeof message === 'object' && message !== null && 'seconds' in message && 'peakMb' in message;

/**
 * A separate process closes one day: the results of the members' bets, each leader's lines and all payments. A loop with one
 * transaction per bet, also on two connections, does the same on a sample. Teams must agree with their bets and with the ledger
 * afterwards.
 */
export const commission = async ({ quick }: { quick: boolean }): Promise<object> => {
  const members = quick ? sizes.quick : sizes.full;
  const cluster = await benchCluster();
  try {
    const loop = await measureLoop(cluster);
    const measured = await measure(cluster, members);
    return report({ members, bets: members * betsOfMember, ...measured }, loop);
  } finally {
    await cluster.stop();
  }
};

const measure = async (
  cluster: BenchCluster,
  members: number,
): Promise<RunReport & { leaders: number; entries: number }> => {
  const { url, database } = await cluster.create('commission_day');
  await seedDay(database.pool, members);
  const worker = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [url]);
  const [message]: unknown[] = await once(worker, 'message');
  if (!isRunReport(message)) throw new Error('the worker sent no report');
  if (message.days !== 1) throw new Error(`${message.days} days were closed`);
  const checked = await check(database.pool, members);
  await database.close();
  return { ...message, ...checked };
};

/** Every bet is in, and lines, payments and ledger agree. */
const check = async (pool: pg.Pool, members: number): Promise<{ leaders: number; entries: number }> => {
  const { differences } = await verify.teams(pool);
  if (differences.length > 0)
    throw new Error(`${differences.length} differences, the first: ${differences[0]}`);
  const { rows } = await pool.query<{ bets: bigint; leaders: bigint; entries: bigint }>(
    `select (select sum(bets)::bigint from team_stake) as bets, (select count(*) from team_commission) as leaders,
       (select count(*) from entry where shard >= 0 and kind = 'commission') as entries`,
  );
  const [found] = rows;
  // Members without an inviter bring no commission.
  if (found?.bets !== BigInt((members - 1) * betsOfMember))
    throw new Error(`${found?.bets} bets were counted`);
  return { leaders: Number(found.leaders), entries: Number(found.entries) };
};

const measureLoop = async (cluster: BenchCluster) => {
  const { database } = await cluster.create('commission_loop');
  await seedDay(database.pool, loopMembers);
  const loop = await payPerBet(database.pool, loopConnections);
  if (loop.bets !== loopMembers * betsOfMember) throw new Error(`the loop found ${loop.bets} bets`);
  await database.close();
  return loop;
};

const report = (
  run: RunReport & { members: number; bets: number; leaders: number; entries: number },
  loop: { bets: number; entries: number; seconds: number },
): object => {
  const round = (value: number): number => Number(value.toFixed(2));
  const loopSeconds = (loop.seconds * run.bets) / loop.bets;
  const times = ratio(loopSeconds, run.seconds);
  printTable(
    [
      'commission of one day',
      'bets',
      'seconds',
      'bets/s',
      '× the loop',
      'entries',
      'RSS MB idle',
      'RSS MB peak',
    ],
    [
      [
        `closing, ${run.members} members`,
        run.bets,
        round(run.seconds),
        Math.round(run.bets / run.seconds),
        times,
        run.entries,
        run.idleMb,
        run.peakMb,
      ],
      [
        'loop, measured',
        loop.bets,
        round(loop.seconds),
        Math.round(loop.bets / loop.seconds),
        1,
        loop.entries,
        '–',
        '–',
      ],
      [
        'loop, in proportion',
        run.bets,
        round(loopSeconds),
        Math.round(loop.bets / loop.seconds),
        1,
        '–',
        '–',
        '–',
      ],
    ],
  );
  const pay = run.seconds - run.readSeconds - run.bookSeconds;
  console.log(
    `\nclosing: ${round(run.readSeconds)} s reading, ${round(run.bookSeconds)} s booking ${run.leaders} leaders, ${round(pay)} s paying`,
  );
  return { bench: 'commission', ...run, loop: { ...loop, secondsInProportion: loopSeconds }, times };
};
