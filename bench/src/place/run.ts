import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { verifyLedger } from '../../../apps/server/src/wallet/verify.ts';
import { benchCluster } from '../lib/database.ts';
import { runLoad, type Loaded } from '../lib/load.ts';
import { printTable, ratio } from '../lib/report.ts';
import { bareStatement } from './bare.ts';
import { betBody, seed } from './seed.ts';

const connectionCounts = [1, 4, 64, 256] as const;
const memberCount = 8_000;
const variants = ['empty', 'batched', 'per-bet'] as const;
type Variant = (typeof variants)[number];

type Serving = { port: number; stop(): Promise<void> };

const serve = async (variant: Variant, url: string): Promise<Serving> => {
  const child: ChildProcess = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), [variant], {
    env: { ...process.env, DATABASE_URL: url, DATABASE_CONNECTIONS: variant === 'per-bet' ? '16' : '8' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`the ${variant} server ended with ${code}`)));
  });
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
};

/**
 * Bets per second accepted over HTTP with everything on, beside (a) an empty Fastify POST, (b) the same bet with a
 * transaction of its own, (c) the bare statement without HTTP. The ledger is verified after each run.
 */
export const place = async ({ seconds = 6 }: { seconds?: number } = {}): Promise<object> => {
  const cluster = await benchCluster();
  const figures: Record<string, Record<string, Loaded>> = {};
  const checks: Record<string, { acknowledged: number; inLedger: number; differences: string[] }> = {};
  try {
    const rows: (string | number)[][] = [];
    for (const variant of variants) {
      const { url, database } = await cluster.create(variant.replace('-', '_'));
      const seeded = await seed(database, memberCount);
      const server = await serve(variant, url);
      let acknowledged = 0;
      const load = { port: server.port, tokens: seeded.tokens, path: '/api/game.soccer/orderAdd' };
      const body = (n: string): string => betBody(seeded.event, n);
      // Until the server's code and the statements' plans are warm.
      acknowledged += (await runLoad({ ...load, body, connections: 64, seconds: 3 })).accepted;
      for (const connections of connectionCounts) {
        const loaded = await runLoad({ ...load, body, connections, seconds });
        acknowledged += loaded.accepted;
        (figures[variant] ??= {})[connections] = loaded;
        rows.push([variant, connections, loaded.perSecond, loaded.p50Ms, loaded.p99Ms, loaded.refused]);
      }
      await server.stop();
      if (variant !== 'empty') {
        const { rows: counted } = await database.pool.query<{ n: bigint }>('select count(*) as n from bet');
        const { differences } = await verifyLedger(database.pool);
        checks[variant] = { acknowledged, inLedger: Number(counted[0]?.n), differences };
      }
      await database.close();
    }
    const { database } = await cluster.create('bare');
    const seeded = await seed(database, memberCount);
    const bare = await bareStatement(database, seeded, { size: 500, lanes: 2, measureMs: seconds * 1000 });
    const single = await bareStatement(database, seeded, { size: 1, lanes: 1, measureMs: seconds * 500 });
    await database.close();
    rows.push(['bare, 2 × 500', '–', bare.perSecond, bare.p50Ms, '–', 0]);
    rows.push(['bare, 1 × 1', '–', single.perSecond, single.p50Ms, '–', 0]);

    printTable(['placing', 'connections', 'bets/s', 'p50 ms', 'p99 ms', 'refused'], rows);
    const at = (variant: Variant): number => figures[variant]?.[256]?.perSecond ?? 0;
    const ratios = {
      toEmptyPost: ratio(at('batched'), at('empty')),
      toPerBet: ratio(at('batched'), at('per-bet')),
      toBareStatement: ratio(at('batched'), bare.perSecond),
    };
    console.log(`\nat 256 connections: ${ratios.toEmptyPost} of the empty POST (aim 0.45), `);
    console.log(
      `  ${ratios.toPerBet} × a transaction per bet (aim 4), ${ratios.toBareStatement} of the bare statement`,
    );
    const alone = figures['batched']?.[1]?.p50Ms ?? 0;
    console.log(`at 1 connection: ${alone} ms at the median; the statement alone takes ${single.p50Ms} ms`);
    for (const [variant, check] of Object.entries(checks)) {
      const { acknowledged, inLedger, differences } = check;
      const word = differences.length === 0 ? 'the ledger agrees' : `the ledger differs: ${differences[0]}`;
      console.log(`${variant}: ${acknowledged} acknowledged, ${inLedger} in the ledger; ${word}`);
      // A bet in flight when the load ends is in the ledger without an answer counted, never the other way round.
      if (inLedger < acknowledged || differences.length > 0) throw new Error(`bets were lost (${variant})`);
    }
    return { bench: 'place', members: memberCount, figures, bare, bareSingle: single, ratios, checks };
  } finally {
    await cluster.stop();
  }
};
