import { verifyLedger } from '../../../apps/server/src/wallet/verify.ts';
import { benchCluster } from '../lib/database.ts';
import { runLoad, type Loaded } from '../lib/load.ts';
import { median, printTable, ratio } from '../lib/report.ts';
import { bareStatement } from './bare.ts';
import { openPeer, type Peer, variants, type Variant } from './peer.ts';
import { betOf, seed } from './seed.ts';

const connectionCounts = [1, 4, 64, 256] as const;
const memberCount = 8_000;
const rounds = 3;
const seconds = 5;
const warmUpSeconds = 2;

type Round = Record<Variant, Loaded>;

/**
 * Bets per second accepted over HTTP with everything on, beside (a) an empty Fastify POST with the same schemas, and one
 * that answers next to nothing, (b) the same bet in its own transaction, (c) the bare statement without HTTP. The
 * peers take turns, round by round, so that a machine that is slower for a while is so for all of them; figures are
 * medians of the rounds, and so are the ratios. The ledger is verified at the end: every bet that was acknowledged is in
 * it once.
 */
export const place = async (): Promise<object> => {
  const cluster = await benchCluster();
  try {
    const peers = new Map<Variant, Peer>();
    for (const variant of variants) peers.set(variant, await openPeer(cluster, variant, memberCount));
    const measured = new Map<number, Round[]>();
    for (const connections of connectionCounts) {
      const turns: Round[] = [];
      for (let turn = 0; turn < rounds; turn++) {
        const round: Partial<Round> = {};
        for (const [variant, peer] of peers) round[variant] = await load(peer, connections);
        if (isWhole(round)) turns.push(round);
      }
      measured.set(connections, turns);
    }
    const { url, database } = await cluster.create('bare');
    const seeded = await seed(database, memberCount);
    const bare = await bareStatement(database, url, seeded, {
      size: 500,
      lanes: 2,
      measureMs: seconds * 1000,
    });
    const single = await bareStatement(database, url, seeded, {
      size: 1,
      lanes: 1,
      measureMs: seconds * 1000,
    });
    await database.close();
    const checks = await closeAndVerify(peers);
    return report({ measured, bare, single, checks });
  } finally {
    await cluster.stop();
  }
};

const isWhole = (round: Partial<Round>): round is Round => variants.every((variant) => variant in round);

const load = async (peer: Peer, connections: number): Promise<Loaded> => {
  const server = await peer.serve();
  const run = async (forSeconds: number): Promise<Loaded> => {
    const loaded = await runLoad({
      port: server.port,
      tokens: peer.seeded.tokens,
      connections,
      seconds: forSeconds,
      path: '/api/game.soccer/orderAdd',
      from: peer.sent,
      body: (n) => JSON.stringify(betOf(peer.seeded.events, `bench-key-${n}`, n)),
    });
    peer.sent = loaded.next;
    peer.acknowledged += loaded.accepted;
    return loaded;
  };
  // Until code and plans are warm.
  await run(warmUpSeconds);
  const loaded = await run(seconds);
  await server.stop();
  return loaded;
};

type Check = { variant: Variant; acknowledged: number; inLedger: number };

const closeAndVerify = async (peers: ReadonlyMap<Variant, Peer>): Promise<Check[]> => {
  const checks: Check[] = [];
  for (const [variant, peer] of peers) {
    if (variant === 'batched' || variant === 'per-bet') {
      const { rows } = await peer.database.pool.query<{ n: bigint }>('select count(*) as n from bet');
      const inLedger = Number(rows[0]?.n);
      const { differences } = await verifyLedger(peer.database.pool);
      // A bet under way when a load ends is in the ledger without its answer counted, never the other way round.
      if (inLedger < peer.acknowledged || differences.length > 0) {
        throw new Error(
          `${variant}: ${peer.acknowledged} acknowledged, ${inLedger} in the ledger; ${differences[0]}`,
        );
      }
      checks.push({ variant, acknowledged: peer.acknowledged, inLedger });
    }
    await peer.database.close();
  }
  return checks;
};

type Bare = Awaited<ReturnType<typeof bareStatement>>;

const report = ({
  measured,
  bare,
  single,
  checks,
}: {
  measured: ReadonlyMap<number, Round[]>;
  bare: Bare;
  single: Bare;
  checks: Check[];
}): object => {
  const figures: Record<string, Record<string, object>> = {};
  const rows: (string | number)[][] = [];
  for (const variant of variants) {
    for (const [connections, turns] of measured) {
      const of = (pick: (loaded: Loaded) => number): number =>
        median(turns.map((turn) => pick(turn[variant])));
      const cell = {
        perSecond: Math.round(of((l) => l.perSecond)),
        p50Ms: of((l) => l.p50Ms),
        p99Ms: of((l) => l.p99Ms),
        refused: of((l) => l.refused),
      };
      (figures[variant] ??= {})[connections] = cell;
      rows.push([variant, connections, cell.perSecond, cell.p50Ms, cell.p99Ms, cell.refused]);
    }
  }
  rows.push(['bare, 2 × 500', '–', bare.perSecond, bare.p50Ms, '–', 0]);
  rows.push(['bare, 1 × 1', '–', single.perSecond, single.p50Ms, '–', 0]);
  printTable(['placing', 'connections', 'bets/s', 'p50 ms', 'p99 ms', 'refused'], rows);

  const turns = measured.get(256) ?? [];
  const toPeer = (peer: Variant): number =>
    median(turns.map((turn) => ratio(turn.batched.perSecond, turn[peer].perSecond)));
  const ratios = {
    toEmptyPost: toPeer('empty'),
    toTinyPost: toPeer('tiny'),
    toPerBet: toPeer('per-bet'),
    toBareStatement: ratio(median(turns.map((turn) => turn.batched.perSecond)), bare.perSecond),
  };
  const alone = median((measured.get(1) ?? []).map((turn) => turn.batched.p50Ms));
  console.log(`\nat 256 connections, medians of ${rounds} rounds:`);
  console.log(`  ${ratios.toEmptyPost} of an empty POST that answers a bet of the same shape (aim 0.45)`);
  console.log(`  ${ratios.toTinyPost} of an empty POST that answers next to nothing`);
  console.log(`  ${ratios.toPerBet} × a transaction per bet (aim 4)`);
  console.log(`  ${ratios.toBareStatement} of the bare statement`);
  console.log(
    `at 1 connection: ${alone} ms at the median; the statement and its commit alone take ${single.p50Ms} ms`,
  );
  for (const { variant, acknowledged, inLedger } of checks) {
    console.log(
      `${variant}: ${acknowledged} acknowledged, ${inLedger} in the ledger, which agrees with itself`,
    );
  }
  return {
    bench: 'place',
    members: memberCount,
    rounds,
    seconds,
    figures,
    bare,
    bareSingle: single,
    ratios,
    checks,
  };
};
