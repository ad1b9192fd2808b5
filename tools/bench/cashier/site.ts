import { fileURLToPath } from 'node:url';
import { newId, type Database } from '@touchline/server/tools/database';
import { serveChild, type Child } from '../lib/child.ts';
import type { BenchCluster } from '../lib/database.ts';
import { runLoad, type Load, type Loaded } from '../lib/load.ts';
import { seed } from '../place/seed.ts';

/** A server with its own database, whose members have money, a token and a payout method that can be used. */
export type Site = {
  database: Database;
  tokens: string[];
  /** The payout method of each member. */
  methods: string[];
  serve(): Promise<Child>;
};

/** Prepares a site. @param variant of the server: see server.ts */
export const openSite = async (
  cluster: BenchCluster,
  { name, variant, members }: { name: string; variant: string; members: number },
): Promise<Site> => {
  const { url, database } = await cluster.create(name);
  const seeded = await seed(database, members);
  const methods = seeded.members.map(() => newId());
  const address = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
  await database.pool.query(
    `insert into payout_method (shard, member_id, id, type, fields, fingerprint, created_at, usable_from)
     select t.shard, t.member_id, t.id, 'usdt-trc20', $4, 'usdt-trc20 ' || t.id, now(), now()
     from unnest($1::smallint[], $2::uuid[], $3::uuid[]) as t(shard, member_id, id)`,
    [
      seeded.members.map(({ shard }) => shard),
      seeded.members.map(({ id }) => id),
      methods,
      JSON.stringify({ address }),
    ],
  );
  await database.pool.query('vacuum analyze');
  const program = fileURLToPath(new URL('./server.ts', import.meta.url));
  return {
    database,
    tokens: seeded.tokens,
    methods,
    serve: () => serveChild(program, { name: variant, env: { DATABASE_URL: url } }),
  };
};

/** How long a turn warms up and then measures. */
export type Turn = { connections: number; warmUpSeconds: number; seconds: number };

/** How much is measured. */
export type Size = { members: number; rounds: number; turn: Turn };

/** @param run measures one round. @param run.from number of its first request: each is sent once */
export const eachRound = async (
  rounds: number,
  run: (from: number) => Promise<Loaded>,
): Promise<Loaded[]> => {
  const all: Loaded[] = [];
  for (let round = 0; round < rounds; round++) all.push(await run(all.at(-1)?.next ?? 0));
  return all;
};

/** Loads a server for a turn, in a process started for it. @returns what was measured after the warm-up */
export const takeTurn = async (
  site: Site,
  { connections, warmUpSeconds, seconds }: Turn,
  load: Pick<Load, 'path' | 'body' | 'headers' | 'onAccepted' | 'from'>,
): Promise<Loaded> => {
  const server = await site.serve();
  try {
    const run = (from: number, forSeconds: number): Promise<Loaded> =>
      runLoad({
        ...load,
        port: server.port,
        tokens: site.tokens,
        connections,
        from,
        until: { seconds: forSeconds },
      });
    // Until code and plans are warm.
    const warm = await run(load.from, warmUpSeconds);
    return await run(warm.next, seconds);
  } finally {
    await server.stop();
  }
};
