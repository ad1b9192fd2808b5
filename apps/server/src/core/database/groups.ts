import type pg from 'pg';
import type { Queryable } from './database.ts';
import { outsideTransaction } from './one-connection.ts';
import { transaction } from './transaction.ts';

/** Shards that live together on one node: what a transaction of members' money can reach. */
export type Group = {
  /** Connections that see the tables of these shards, and what each node has a copy of. */
  pool: pg.Pool;
  /** One of the shards, under which a process writes what belongs to no member of the group. */
  firstShard: number;
};

/** The groups of a database. Every statement about members' money runs on the connections of one of them. */
export type Groups = {
  all: readonly Group[];
  /** @throws RangeError for a shard that no group has */
  of(shard: number): Group;
  /**
   * Reads the rows of all groups from within a transaction of the whole house. Where the database is one group the transaction
   * reads them itself; else it waits for connections of the groups, whose transactions never wait for one of the house.
   * @param client the transaction
   */
  readWithin<T>(client: Queryable, read: (on: Queryable) => Promise<readonly T[]>): Promise<readonly T[]>;
  /**
   * Writes what a transaction of a group needs in the whole house, as a claim on a reference. Where the database is one group
   * that transaction writes it; else one of its own does, which stays when that of the group is undone: written again it must
   * come to the same.
   * @param client the transaction of the group
   */
  atCentre<T>(client: pg.PoolClient, write: (on: pg.PoolClient) => Promise<T>): Promise<T>;
};

/** A database whose shards all live together, as PostgreSQL without an extension has them. */
export const oneGroup = (pool: pg.Pool): Groups => {
  const group: Group = { pool, firstShard: 0 };
  return {
    all: [group],
    of: () => group,
    readWithin: (client, read) => read(client),
    atCentre: (client, write) => write(client),
  };
};

/**
 * Groups with connections of their own.
 * @param centre connections to what no group has
 * @param parts each shard in one of them
 */
export const separateGroups = (
  centre: pg.Pool,
  parts: readonly { pool: pg.Pool; shards: readonly number[] }[],
): Groups => {
  const of = new Map<number, Group>();
  const all = parts.flatMap(({ pool, shards }) => {
    const [firstShard] = shards;
    if (firstShard === undefined) return [];
    const group: Group = { pool, firstShard };
    for (const shard of shards) of.set(shard, group);
    return [group];
  });
  return {
    all,
    of: (shard) => {
      const group = of.get(shard);
      if (!group) throw new RangeError(`Shard ${shard} is in no group`);
      return group;
    },
    readWithin: (_client, read) => outsideTransaction(() => ofAllGroups({ all }, read)),
    atCentre: (_client, write) => outsideTransaction(() => transaction(centre, write)),
  };
};

/** Items by their group, each in the order of the items. */
export const byGroup = <T extends { shard: number }>(groups: Groups, items: readonly T[]): Map<Group, T[]> =>
  Map.groupBy(items, ({ shard }) => groups.of(shard));

/** A page of rows of all groups in one order, and how many there are. Each group reads as far as the end of the page. */
export const pageOfGroups = async <T>(
  groups: Groups,
  { limit, offset }: { limit: number; offset: number },
  {
    read,
    order,
  }: {
    read: (pool: pg.Pool, page: { limit: number; offset: number }) => Promise<{ rows: T[]; total: number }>;
    order: (a: T, b: T) => number;
  },
): Promise<{ rows: T[]; total: number }> => {
  const [only, ...others] = groups.all;
  if (only && others.length === 0) return read(only.pool, { limit, offset });
  const parts = await Promise.all(
    groups.all.map(({ pool }) => read(pool, { limit: offset + limit, offset: 0 })),
  );
  return {
    rows: parts
      .flatMap(({ rows }) => rows)
      .toSorted(order)
      .slice(offset, offset + limit),
    total: parts.reduce((sum, { total }) => sum + total, 0),
  };
};

/** What `read` gives in each group, one list after another. */
export const ofAllGroups = async <T>(
  groups: Pick<Groups, 'all'>,
  read: (group: pg.Pool) => Promise<readonly T[]>,
): Promise<T[]> => (await Promise.all(groups.all.map(({ pool }) => read(pool)))).flat();
