import { connectionNames } from '@touchline/server/tools/database';
import { verify } from '@touchline/server/tools/verify';
import { perOperation, readClocks, type Clocks } from '../lib/clocks.ts';
import { benchCluster } from '../lib/database.ts';
import { runLoad, type Loaded } from '../lib/load.ts';
import { median, printTable, progress, ratio } from '../lib/report.ts';
import { openBare, type BareRun } from './bare.ts';
import { openPeer, type Peer, type Variant } from './peer.ts';
import { betOf, seed } from './seed.ts';

const memberCount = 8_000;
/** A server reads the football record that it ships with three seconds after its start. */
const warmUpSeconds = 5;

/** How much is measured. */
const scope = {
  whole: { connectionCounts: [1, 4, 64, 256], rounds: 3, seconds: 5 },
  /** For work on the placing path: only what its aims speak of. */
  quick: { connectionCounts: [1, 256], rounds: 2, seconds: 4 },
};

/** One turn of a server: what the client saw, and processor time by bet. */
type Turn = Loaded & { micros: Clocks | undefined };
type Round = ReadonlyMap<Variant, Turn>;

/**
 * Bets per second accepted over HTTP with everything on, compared with (a) an empty Fastify POST with the same schemas, and one
 * that answers next to nothing, (b) the same bet in its own transaction, (c) the bare statement without HTTP, and (d) another
 * checkout, where one is given. The peers take turns, round by round, so that a slow phase of the machine slows all of them.
 * Figures and ratios are medians of the rounds. The ledger is verified at the end: it has every acknowledged bet once.
 */
export const place = async ({
  quick,
  beside,
}: {
  quick: boolean;
  beside?: string | undefined;
}): Promise<object> => {
  const { connectionCounts, rounds, seconds } = quick ? scope.quick : scope.whole;
  const variants: Variant[] = ['tiny', 'empty', 'batched', 'unsigned', 'per-bet'];
  if (beside !== undefined) variants.push('beside');
  const cluster = await benchCluster();
  try {
    const peers: Peer[] = [];
    for (const variant of variants) {
      progress(`preparing ${variant}`);
      peers.push(
        await openPeer(cluster, variant, {
          members: memberCount,
          checkout: beside,
        }),
      );
    }
    const measured = new Map<number, Round[]>();
    for (const connections of connectionCounts) {
      const turns: Round[] = [];
      for (let turn = 1; turn <= rounds; turn++) {
        const round = new Map<Variant, Turn>();
        for (const peer of peers) {
          const loaded = await load(peer, connections, seconds);
          progress(
            `${connections} connections, round ${turn} of ${rounds}: ${peer.variant} ${loaded.perSecond}/s`,
          );
          round.set(peer.variant, loaded);
        }
        turns.push(round);
      }
      measured.set(connections, turns);
    }
    progress('the bare statement');
    const { url, database } = await cluster.create('bare');
    const seeded = await seed(database, memberCount);
    const measureBare = async (size: number, lanes: number): Promise<BareRun> => {
      const statement = await openBare(database, url, seeded, { size, lanes });
      const measured = await statement.run({ seconds });
      await statement.close();
      return measured;
    };
    const bare = await measureBare(500, 2);
    const single = await measureBare(1, 1);
    await database.close();
    progress('verifying the ledgers');
    const checks = await closeAndVerify(peers);
    return report({ variants, rounds, seconds, measured, bare, single, checks });
  } finally {
    await cluster.stop();
  }
};

const load = async (peer: Peer, connections: number, seconds: number): Promise<Turn> => {
  const server = await peer.serve();
  const run = async (forSeconds: number): Promise<Loaded> => {
    const loaded = await runLoad({
      port: server.port,
      tokens: peer.seeded.tokens,
      connections,
      until: { seconds: forSeconds },
      path: '/api/game.soccer/orderAdd',
      from: peer.sent,
      body: (n) => JSON.stringify(betOf(peer.seeded.events, `bench-key-${n}`, n)),
    });
    peer.sent = loaded.next;
    peer.acknowledged += loaded.accepted;
    return loaded;
  };
  const clocks = () =>
    readClocks(peer.database.pool, { server: server.pid, placingName: connectionNames.placing });
  // Until code and plans are warm.
  await run(warmUpSeconds);
  const before = await clocks();
  const loaded = await run(seconds);
  const after = await clocks();
  await server.stop();
  return {
    ...loaded,
    micros: before && after && loaded.accepted > 0 ? perOperation(before, after, loaded.accepted) : undefined,
  };
};

type Check = { variant: Variant; acknowledged: number; inLedger: number };

const closeAndVerify = async (peers: readonly Peer[]): Promise<Check[]> => {
  const checks: Check[] = [];
  for (const { variant, database, acknowledged } of peers) {
    if (variant === 'batched' || variant === 'unsigned' || variant === 'per-bet') {
      const { rows } = await database.pool.query<{ n: bigint }>('select count(*) as n from bet');
      const inLedger = Number(rows[0]?.n);
      const { differences } = await verify.ledger(database.pool);
      // A bet under way when a load ends is in the ledger without its answer counted, never the other way round.
      if (inLedger < acknowledged || differences.length > 0) {
        throw new Error(
          `${variant}: ${acknowledged} acknowledged, ${inLedger} in the ledger; ${differences[0]}`,
        );
      }
      checks.push({ variant, acknowledged, inLedger });
    }
    await database.close();
  }
  return checks;
};

/** Aims of the placing path; the report prints them next to the results. */
const aims = {
  toBeside: 1.6,
  toEmptyPost: 0.5,
  toPerBet: 8,
  toUnsigned: 0.95,
  databaseMicros: 80,
  serverMicros: 115,
  p99Ms: 80,
  overCommitMs: 0.6,
};

/** A figure of the table; a dash where nothing was measured. */
const orDash = (value: number): string | number => (Number.isNaN(value) ? '–' : value);

const report = ({
  variants,
  rounds,
  seconds,
  measured,
  bare,
  single,
  checks,
}: {
  variants: readonly Variant[];
  rounds: number;
  seconds: number;
  measured: ReadonlyMap<number, readonly Round[]>;
  bare: BareRun;
  single: BareRun;
  checks: readonly Check[];
}): object => {
  const medianOf = (
    turns: readonly Round[],
    variant: Variant,
    pick: (turn: Turn) => number | undefined,
  ): number =>
    median(
      turns.flatMap((round) => {
        const turn = round.get(variant);
        return turn === undefined ? [] : (pick(turn) ?? []);
      }),
    );
  const figures: Partial<Record<Variant, Record<number, object>>> = {};
  const rows: (string | number)[][] = [];
  for (const variant of variants) {
    for (const [connections, turns] of measured) {
      const of = (pick: (turn: Turn) => number | undefined): number => medianOf(turns, variant, pick);
      const micros = (kind: keyof Clocks): number => Math.round(of((turn) => turn.micros?.[kind]));
      const cell = {
        perSecond: Math.round(of((turn) => turn.perSecond)),
        p50Ms: of((turn) => turn.p50Ms),
        p99Ms: of((turn) => turn.p99Ms),
        refused: of((turn) => turn.refused),
        micros: {
          server: micros('server'),
          placing: micros('placing'),
          background: micros('background'),
          client: micros('client'),
        },
      };
      (figures[variant] ??= {})[connections] = cell;
      rows.push([
        variant,
        connections,
        cell.perSecond,
        cell.p50Ms,
        cell.p99Ms,
        cell.refused,
        orDash(cell.micros.server),
        orDash(cell.micros.placing),
        orDash(cell.micros.background),
        orDash(cell.micros.client),
      ]);
    }
  }
  const noClocks = ['–', '–', '–', '–'];
  rows.push(['bare, 2 × 500', '–', bare.perSecond, bare.p50Ms, '–', 0, ...noClocks]);
  rows.push(['bare, 1 × 1', '–', single.perSecond, single.p50Ms, '–', 0, ...noClocks]);
  printTable(
    [
      'placing',
      'connections',
      'bets/s',
      'p50 ms',
      'p99 ms',
      'refused',
      'µs server',
      'µs placing',
      'µs database, rest',
      'µs client',
    ],
    rows,
  );

  const turns = measured.get(256) ?? [];
  const toPeer = (variant: Variant): number =>
    median(
      turns.map((round) =>
        ratio(round.get('batched')?.perSecond ?? NaN, round.get(variant)?.perSecond ?? NaN),
      ),
    );
  const batched = (pick: (turn: Turn) => number | undefined): number => medianOf(turns, 'batched', pick);
  const ratios = {
    toEmptyPost: toPeer('empty'),
    toTinyPost: toPeer('tiny'),
    toPerBet: toPeer('per-bet'),
    toUnsigned: toPeer('unsigned'),
    toBareStatement: ratio(
      batched((turn) => turn.perSecond),
      bare.perSecond,
    ),
    ...(variants.includes('beside') ? { toBeside: toPeer('beside') } : {}),
  };
  const micros = {
    database: Math.round(batched((turn) => turn.micros && turn.micros.placing + turn.micros.background)),
    server: Math.round(batched((turn) => turn.micros?.server)),
  };
  const p99Ms = batched((turn) => turn.p99Ms);
  const alone = medianOf(measured.get(1) ?? [], 'batched', (turn) => turn.p50Ms);
  const overCommitMs = Number((alone - single.p50Ms).toFixed(2));
  console.log('');
  printTable(
    [`at 256 connections, medians of ${rounds} rounds of ${seconds} s`, 'measured', 'aim'],
    [
      ...('toBeside' in ratios ? [['× the other checkout', ratios.toBeside, aims.toBeside]] : []),
      ['of an empty POST that answers a bet of the same shape', ratios.toEmptyPost, aims.toEmptyPost],
      ['of an empty POST that answers next to nothing', ratios.toTinyPost, '–'],
      ['× a transaction per bet', ratios.toPerBet, aims.toPerBet],
      ['of the bare statement', ratios.toBareStatement, '–'],
      ['of placing without receipts', ratios.toUnsigned, aims.toUnsigned],
      ['processor time of a bet in PostgreSQL, µs', orDash(micros.database), aims.databaseMicros],
      ['processor time of a bet in the server, µs', orDash(micros.server), aims.serverMicros],
      ['p99, ms', p99Ms, aims.p99Ms],
      ['at 1 connection, p50 beyond that of statement and commit alone, ms', overCommitMs, aims.overCommitMs],
    ],
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
    micros,
    checks,
  };
};
