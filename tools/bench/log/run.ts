import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { seedOpenBets } from '@touchline/server/tools/settling';
import { benchCluster } from '../lib/database.ts';
import { median, printTable, progress } from '../lib/report.ts';

/** Bets that are in the database before the log begins. Each makes two entries: its terms, and what it took from the wallet. */
const sizes = { quick: 50_000, full: 500_000 } as const;
/** Members per transaction, five bets each: about as many bets as a batch of placing has at most. */
const membersAtOnce = 100;

type Measured = {
  entries: number;
  seconds: number;
  serverMicros: number;
  databaseMicros: number;
  waitMs: number;
  idleMb: number;
  halfMb: number;
  peakMb: number;
  storedSeconds: number;
  madeMs: number[];
  servedMs: number[];
};
const isMeasured = (message: unknown): message is Measured =>
  typeof message === 'object' && message !== null && 'entries' in message && 'servedMs' in message;

/**
 * The public log over a house with many bets: a separate process takes all facts, signs the tree and stores its tiles, and then
 * answers tiles from the store and partial ones from the database.
 */
export const log = async ({ quick }: { quick: boolean }): Promise<object> => {
  const bets = quick ? sizes.quick : sizes.full;
  const cluster = await benchCluster();
  try {
    progress(`${bets} bets`);
    const { url, database } = await cluster.create('log');
    await seedOpenBets(database, url, bets, { membersAtOnce });
    await database.pool.query('vacuum analyze');
    await database.pool.query('checkpoint');
    await database.close();
    const worker = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [url]);
    const [message]: unknown[] = await once(worker, 'message');
    if (!isMeasured(message)) throw new Error('the worker sent no report');
    return report(message);
  } finally {
    await cluster.stop();
  }
};

const round = (value: number): number => Number(value.toFixed(2));

const report = (run: Measured): object => {
  const perMillion = (run.seconds / run.entries) * 1_000_000;
  printTable(
    [
      'log',
      'entries',
      'seconds',
      's per million',
      'µs server',
      'µs database',
      'longest wait ms',
      'RSS MB idle',
      'RSS MB half way',
      'RSS MB peak',
    ],
    [
      [
        'taken and signed',
        run.entries,
        round(run.seconds),
        round(perMillion),
        round(run.serverMicros),
        round(run.databaseMicros),
        round(run.waitMs),
        run.idleMb,
        run.halfMb,
        run.peakMb,
      ],
    ],
  );
  const of = (all: readonly number[]): { medianMs: number; maxMs: number } => ({
    medianMs: round(median(all)),
    maxMs: round(Math.max(...all)),
  });
  const tiles = { stored: of(run.servedMs), partial: of(run.madeMs) };
  printTable(
    ['tile', 'median ms', 'max ms'],
    [
      ['full, from the store', tiles.stored.medianMs, tiles.stored.maxMs],
      ['partial, made', tiles.partial.medianMs, tiles.partial.maxMs],
    ],
  );
  console.log(`
  ${round(perMillion)} s for a million entries (aim 60)
  ${tiles.stored.medianMs} ms for a tile (aim 5)
  all full tiles were stored in ${round(run.storedSeconds)} s`);
  const { entries, seconds, serverMicros, databaseMicros, waitMs, idleMb, halfMb, peakMb, storedSeconds } =
    run;
  return {
    entries,
    seconds,
    perMillionSeconds: perMillion,
    serverMicros,
    databaseMicros,
    waitMs,
    idleMb,
    halfMb,
    peakMb,
    storedSeconds,
    tiles,
  };
};
