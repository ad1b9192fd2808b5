import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectionNames, type Database } from '@touchline/server/tools/database';
import { readSizes } from '@touchline/server/tools/public-log';
import { serveChild } from '../lib/child.ts';
import { costOf } from '../lib/clocks.ts';
import { runLoad } from '../lib/load.ts';
import { openBare } from '../place/bare.ts';
import { betOf, seed } from '../place/seed.ts';
import { emptyPost, plainStatement } from './peers.ts';
import type { OpenSubject } from './subject.ts';

const memberCount = 2_000;
const connections = 256;
const bets = 6_000;
const bareBets = 8_000;
const bareStatement = 'bare statement';
/** A server reads the football record that it ships with three seconds after its start. */
const recordMs = 4_000;
/** Longest wait for the log to take the bets of a turn. */
const logMs = 5_000;
/** What a bet adds to the public log: its terms, and what it took from the wallet. */
const entriesOfBet = 2;

/** Bets over HTTP with everything on, and the same statement without a server. */
export const openPlace: OpenSubject = async (cluster) => {
  const seeded = await cluster.create('bare');
  const book = await seed(seeded.database, memberCount);
  await seeded.database.close();
  const placed = await cluster.copy('bare', 'placed');
  const bare = cluster.open('bare');
  const statement = await openBare(bare.database, bare.url, book, { size: 500, lanes: 2 });
  const program = fileURLToPath(new URL('../place/server.ts', import.meta.url));
  const server = await serveChild(program, {
    name: 'batched',
    env: { DATABASE_URL: placed.url, DATABASE_CONNECTIONS: '8' },
  });
  const { pool } = placed.database;
  const names = { server: server.pid, placingName: connectionNames.placing };
  let sent = 0;

  /** Sends bets and waits until the public log has them, so that a turn pays for all that its bets cause. */
  const load = async (): Promise<number> => {
    const { size } = await readSizes(pool);
    const loaded = await runLoad({
      port: server.port,
      tokens: book.tokens,
      connections,
      until: { requests: bets },
      path: '/api/game.soccer/orderAdd',
      from: sent,
      body: (n) => JSON.stringify(betOf(book.events, `bench-key-${n}`, n)),
    });
    if (loaded.accepted !== bets) throw new Error(`${loaded.refused} of ${bets} bets were refused`);
    sent = loaded.next;
    await logged(placed.database, size + bets * entriesOfBet);
    return bets;
  };
  await setTimeout(recordMs);
  await load();
  return {
    peers: { server: emptyPost, database: bareStatement, [bareStatement]: plainStatement },
    async turn() {
      const alone = await costOf(pool, names, async () => (await statement.run({ bets: bareBets })).placed);
      const cost = await costOf(pool, names, load);
      return {
        [bareStatement]: alone.placing,
        server: cost.server,
        database: cost.placing + cost.background,
        // The log works in turns, so each of these differs more from run to run than their sum.
        'placing in the database': cost.placing,
        'rest of the database': cost.background,
      };
    },
    async close() {
      await server.stop();
      await statement.close();
      await bare.database.close();
      await placed.database.close();
    },
  };
};

const logged = async ({ pool }: Database, entries: number): Promise<void> => {
  const untilMs = performance.now() + logMs;
  while (performance.now() < untilMs && (await readSizes(pool)).size < entries) await setTimeout(100);
};
