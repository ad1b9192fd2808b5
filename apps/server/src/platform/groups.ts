import type pg from 'pg';
import type { Queryable } from './database.ts';
import { outsideTransaction } from './one-connection.ts';

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
};

/** A database whose shards all live together, as PostgreSQL without an extension has them. */
export const oneGroup = (pool: pg.Pool): Groups => {
  const group: Group = { pool, firstShard: 0 };
  return {
    all: [group],
    of: () => group,
    readWithin: (client, read) => read(client),
  };
};

/** Groups with connections of their own. @param parts each shard in one of them */
export const separateGroups = (parts: readonly { pool: pg.Pool; shards: readonly number[] }[]): Groups => {
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
  };
};

/** Items by their group, each in the order of the items. */
export const byGroup = <T extends { shard: number }>(groups: Groups, items: readonly T[]): Map<Group, T[]> =>
  Map.groupBy(items, ({ shard }) => groups.of(shard));

/** What `read` gives in each group, one list after another. */
export const ofAllGroups = async <T>(
  groups: Pick<Groups, 'all'>,
  read: (group: pg.Pool) => Promise<readonly T[]>,
): Promise<T[]> => (await Promise.all(groups.all.map(({ pool }) => read(pool)))).flat();
