import { join } from 'node:path';
import {
  groupSchemaSql,
  groupSettings,
  groupViews,
  placementSql,
  readGroups,
} from '../../../apps/server/src/testing/placement.ts';
import {
  openDatabase,
  steadyPlans,
  type Database,
  type Queryable,
} from '../../../apps/server/src/core/database/database.ts';
import { separateGroups, type Group } from '../../../apps/server/src/core/database/groups.ts';
import { shardCount } from '../../../apps/server/src/core/ids.ts';
import { migrate } from '../../../apps/server/src/core/database/migrate.ts';
import { settlementName } from '../../../apps/server/src/core/database/running-transactions.ts';
import { patience } from '../../../apps/server/src/core/database/timeouts.ts';
import { createWallet, type Wallet } from '../../../apps/server/src/ledger/service.ts';
import { findInstalled, makeNode, type Node } from './node.ts';

/** The shards that live together, with connections to the node that has them. */
export type SiteGroup = Group & { shards: ReadonlySet<number>; node: Node };

/** A database on which the story runs: on one node, or spread over several. */
export type Site = {
  groups: readonly SiteGroup[];
  /** Every group has the connections of its node. */
  database: Pick<Database, 'pool' | 'groups'>;
  wallet: Wallet;
  /** Where matches and results are written, and each node's copies with them. */
  centre: Pick<Database, 'pool'>;
  /** Answers of all nodes since the beginning. */
  trips(): number;
  /** Processor time since the beginning, in microseconds. */
  micros(): Promise<{ coordinator: number; workers: number }>;
  close(): Promise<void>;
};

/** Groups of the drill: two on each worker, so that a node's groups are not its only ones. */
const groupCount = 4;
const workerCount = 2;
/** Connections of a group. */
const connections = 2;

/** A site on one PostgreSQL, which is one group, and the same on a coordinator with workers. */
export const openSites = async (folder: string): Promise<{ plain: Site; spread: Site; version: string }> => {
  const installed = await findInstalled();
  const make = (name: string, isOfCitus: boolean): Promise<Node> =>
    makeNode(installed, { folder: join(folder, name), isOfCitus });
  const alone = await make('plain', false);
  const coordinator = await make('coordinator', true);
  const workers: Node[] = [];
  for (let i = 1; i <= workerCount; i++) workers.push(await make(`worker-${i}`, true));
  return {
    plain: await openPlain(alone),
    spread: await openSpread(coordinator, workers),
    version: installed.version,
  };
};

const openPlain = async (node: Node): Promise<Site> => {
  const centre = openCentre(node);
  await migrate(centre.pool);
  const shards = Array.from({ length: shardCount }, (_, shard) => shard);
  const group = openGroup(node, shards, {});
  return {
    ...servicesOf(centre, [group]),
    centre,
    trips: () => centre.trips() + group.trips(),
    micros: async () => ({ coordinator: 0, workers: await node.micros() }),
    async close() {
      await closeAll([group, centre]);
      await node.stop();
    },
  };
};

const openSpread = async (coordinator: Node, workers: readonly Node[]): Promise<Site> => {
  const centre = openCentre(coordinator);
  for (const node of [coordinator, ...workers]) await runOn(node, ['create extension citus']);
  await centre.pool.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port]);
  for (const { port } of workers) await centre.pool.query(`select citus_add_node('127.0.0.1', $1)`, [port]);
  await migrate(centre.pool);
  await runOn(coordinator, placementSql(groupCount));
  const views = await readViews(centre.pool);
  const groups: ReturnType<typeof openGroup>[] = [];
  for (const one of await readGroups(centre.pool)) {
    const node = workers.find(({ port }) => port === one.port);
    if (!node) throw new Error(`Group ${one.schema} is on no worker`);
    await runOn(node, groupSchemaSql(one, views));
    groups.push(openGroup(node, one.shards, groupSettings(one)));
  }
  return {
    ...servicesOf(centre, groups),
    centre,
    trips: () => [centre, ...groups].reduce((sum, one) => sum + one.trips(), 0),
    async micros() {
      const spent = await Promise.all(workers.map((node) => node.micros()));
      return { coordinator: await coordinator.micros(), workers: spent.reduce((sum, one) => sum + one, 0) };
    },
    async close() {
      await closeAll([...groups, centre]);
      for (const node of [...workers, coordinator]) await node.stop();
    },
  };
};

const servicesOf = (
  { pool }: Pick<Database, 'pool'>,
  opened: readonly SiteGroup[],
): Pick<Site, 'groups' | 'database' | 'wallet'> => {
  const groups = separateGroups(
    pool,
    opened.map((one) => ({ pool: one.pool, shards: [...one.shards] })),
  );
  return { groups: opened, database: { pool, groups }, wallet: createWallet({ pool, groups }) };
};

const openCentre = (node: Node): Counted => countTrips(openDatabase(node.url, 4, () => undefined));

/** A database whose answers are counted. */
type Counted = Pick<Database, 'pool' | 'close'> & { trips: () => number };

const countTrips = (database: Database): Counted => {
  let trips = 0;
  // Each answer empties the queue of its connection, which has one question at a time.
  database.pool.on('connect', (client) => client.on('drain', () => void trips++));
  return { pool: database.pool, close: () => database.close(), trips: () => trips };
};

const openGroup = (
  node: Node,
  shards: readonly number[],
  settings: Readonly<Record<string, string>>,
): SiteGroup & Counted => {
  const counted = countTrips(
    openDatabase(node.url, connections, () => undefined, {
      name: settlementName,
      settings: { ...steadyPlans, ...settings },
      patience: patience.placing,
    }),
  );
  return {
    ...counted,
    shards: new Set(shards),
    firstShard: Math.min(...shards),
    node,
  };
};

/** Runs statements one after another on a connection of their own, as settings of a session must be. */
const runOn = async (node: Node, statements: readonly string[]): Promise<void> => {
  const database = openDatabase(node.url, 1, () => undefined);
  const client = await database.pool.connect();
  try {
    for (const text of statements) await client.query(text);
  } finally {
    client.release();
    await database.close();
  }
};

const readViews = async (coordinator: Queryable): Promise<Record<string, string>> => {
  const { rows } = await coordinator.query<{ name: string; text: string }>(
    `select name, pg_get_viewdef(name::regclass) as text from unnest($1::text[]) name`,
    [groupViews],
  );
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
};

const closeAll = async (databases: readonly Pick<Database, 'close'>[]): Promise<void> => {
  for (const one of databases) await one.close();
};
