import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { benchCluster } from '../lib/database.ts';
import { printTable, ratio } from '../lib/report.ts';
import type { Ask } from './ask.ts';
import { runPeers } from './peers.ts';
import type { Read } from './read.ts';
import { officeReads } from './reads.ts';
import { fillOffice, serveOffice, type Filled } from './site.ts';
import { paths, type RouteName } from '@touchline/contract/paths';

/** The database must be calm in this many consecutive looks, a second apart. */
const looks = 30;
/** What runs shorter than this is the server's everyday work. */
const longMs = 300;
const patienceMs = 30 * 60_000;

/**
 * Waits until a server has caught up with a filled database: until nothing runs long any more, neither its own work (history
 * folded in, days closed, letters written, the log sealed, the ledger looked through once) nor the database's (vacuum).
 * @returns how long that took
 * @throws when half an hour was not enough
 */
const calm = async (pool: pg.Pool): Promise<number> => {
  const startMs = performance.now();
  for (let inARow = 0; inARow < looks;) {
    if (performance.now() - startMs > patienceMs) throw new Error('the server still has work left to do');
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
         and query_start < clock_timestamp() - $1 * interval '1 millisecond'`,
      [longMs],
    );
    inARow = rowCount === 0 ? inARow + 1 : 0;
    await setTimeout(1_000);
  }
  return performance.now() - startMs;
};

const isRoute = (name: string): name is RouteName => name in paths;

/** The calls of the office that only read. */
const readingCalls = (): RouteName[] =>
  Object.entries(paths)
    .filter(([name, [method]]) => method === 'GET' && name.startsWith('office'))
    .map(([name]) => name)
    .filter(isRoute);

/** Two thirds of the bets are open: a million of them. */
const openPercent = 67;
const sizes = {
  quick: { members: 10_000, bets: 100_000, matches: 120, days: 90, openPercent },
  full: { members: 100_000, bets: 1_500_000, matches: 600, days: 90, openPercent },
} as const;
const turns = { quick: 20, full: 60 } as const;
const closedDays = 14;

type Figure = Read & { p50Ms: number; p95Ms: number };

/**
 * Requests every list and view of the office over a filled database one after the other over HTTP, and compares the figures with
 * those that SQL computes from bets and entries.
 */
export const office = async ({ quick }: { quick: boolean }): Promise<object> => {
  const size = quick ? sizes.quick : sizes.full;
  const cluster = await benchCluster();
  try {
    const filled = await fillOffice(cluster, size, closedDays);
    const { database } = filled;
    const times = quick ? turns.quick : turns.full;
    const figures = await readAll(filled, { times, settled: () => calm(database.pool) });
    const peers = await runPeers(database.pool);
    await database.close();
    return report(size, figures, peers);
  } finally {
    await cluster.stop();
  }
};

/** Makes every read of a fresh server in a separate process. */
const readAll = async (
  filled: Filled,
  { times, settled }: { times: number; settled: () => Promise<number> },
): Promise<Figure[]> => {
  const { ask, stop } = await serveOffice(filled);
  try {
    console.log(
      `the server has caught up: ${Math.round((await settled()) / 1_000)} s after the last closing`,
    );
    const figures: Figure[] = [];
    for (const one of Object.values(await officeReads(ask)).flat())
      figures.push(await measure(ask, one, times));
    return figures;
  } finally {
    await stop();
  }
};

const measure = async (ask: Ask, read: Read, times: number): Promise<Figure> => {
  const taken: number[] = [];
  // The first ones warm plans up, as the first operators of a day do.
  for (let nth = 0; nth < times + 5; nth++) {
    const { ms } = await ask(read.name, read.input);
    if (nth >= 5) taken.push(ms);
  }
  const sorted = taken.toSorted((a, b) => a - b);
  const quantile = (q: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
  return { ...read, p50Ms: quantile(0.5), p95Ms: quantile(0.95) };
};

const round = (ms: number): number => Number(ms.toFixed(1));

const report = (
  size: object,
  figures: readonly Figure[],
  peers: Readonly<Record<string, number>>,
): object => {
  const rows = figures.map(({ what, name, p50Ms, p95Ms, aimMs }) => {
    const peerMs = peers[what];
    const beside = peerMs === undefined ? ['', ''] : [round(peerMs), ratio(peerMs, p50Ms)];
    return [what, name, round(p50Ms), round(p95Ms), aimMs, p95Ms <= aimMs ? '' : 'over', ...beside];
  });
  printTable(['what', 'call', 'p50 ms', 'p95 ms', 'aim', '', 'added up ms', '×'], rows);
  const over = figures.filter(({ p95Ms, aimMs }) => p95Ms > aimMs).map(({ what }) => what);
  console.log(
    `\n${figures.length - over.length} of ${figures.length} within their aim${over.length > 0 ? `; over: ${over.join(', ')}` : ''}`,
  );
  const unread = readingCalls().filter((name) => figures.every((figure) => figure.name !== name));
  if (unread.length > 0) console.log(`not asked: ${unread.join(', ')}`);
  return { bench: 'office', ...size, figures, peers, over };
};
