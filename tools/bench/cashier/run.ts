import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { benchCluster } from '../lib/database.ts';
import { payments } from './payments.ts';
import { report } from './report.ts';
import { recharges } from './recharges.ts';
import type { Size } from './site.ts';
import type { WatcherFigures } from './watcher.ts';
import { withdrawals } from './withdrawals.ts';

const whole = { members: 20_000, rounds: 3, turn: { connections: 64, warmUpSeconds: 2, seconds: 10 } };
/** Enough to see that it works; the figures mean nothing. */
const short = { members: 4_000, rounds: 1, turn: { connections: 64, warmUpSeconds: 1, seconds: 2 } };

export type Watched = WatcherFigures & { peakMb: number };
const isWatched = (message: unknown): message is Watched =>
  typeof message === 'object' && message !== null && 'headPerSecond' in message && 'peakMb' in message;

/**
 * The cashier: withdrawals through HTTP compared with the same work done plainly, recharges and their payments through HTTP, and
 * the watcher of a chain. Afterwards every acknowledged operation must be in the database, and the ledgers are recomputed.
 */
export const cashier = async ({ quick }: { quick: boolean }): Promise<object> => {
  const size = quick ? short : whole;
  const money = await moveMoney(size);
  return report({ size, ...money, watched: await watch(quick) });
};

const moveMoney = async (size: Size) => {
  const cluster = await benchCluster();
  try {
    return {
      withdrawn: await withdrawals(cluster, size),
      recharged: await recharges(cluster, size),
      paid: await payments(cluster, size),
    };
  } finally {
    await cluster.stop();
  }
};

const watch = async (quick: boolean): Promise<Watched> => {
  const program = fileURLToPath(new URL('watcher-process.ts', import.meta.url));
  const child = fork(program, quick ? ['quick'] : [], { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit');
  const [message]: unknown[] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => [`ended with ${String(code)}`]),
  ]);
  await ended;
  if (!isWatched(message)) throw new Error(`The watcher sent no report: ${JSON.stringify(message)}`);
  return message;
};
