import { openDatabase, type Database } from '../core/database/database.ts';
import { separateGroups, type Groups } from '../core/database/groups.ts';
import { shardCount } from '../core/ids.ts';
import { groupViews, placement } from './placement.ts';
import type { TestDatabase } from './database.ts';

/** The groups of a test: even shards live in one schema, odd ones in the other. */
const schemas = ['group_even', 'group_odd'] as const;

export type TwoGroups = {
  /** Connections to the groups, named as those of a kind are. @param name of the connections in the database */
  open(name?: string): Groups;
  close(): Promise<void>;
};

/**
 * Divides an empty database between two groups. The tables of groups are then in a schema of each and no longer where the connections
 * of the centre find them, so that a statement on the wrong connections fails. All else stays at the centre, where groups see it too,
 * as they see their copies of reference tables.
 */
export const divideInTwo = async ({ url, pool, owner }: TestDatabase): Promise<TwoGroups> => {
  const { rows: views } = await owner.query<{ name: string; text: string }>(
    'select name, pg_get_viewdef(name::regclass) as text from unnest($1::text[]) name',
    [groupViews],
  );
  for (const [odd, schema] of schemas.entries()) {
    await owner.query(`create schema ${schema}`);
    for (const table of placement.group)
      await owner.query(`create table ${schema}.${table} (like public.${table} including all)`);
    // The one table that migrations fill.
    await owner.query(
      `insert into ${schema}.house_watermark select * from public.house_watermark where shard % 2 = ${odd}`,
    );
    // One query, since each may run on another connection.
    const made = views.map(({ name, text }) => `create view ${schema}.${name} as ${text}`);
    await owner.query([`set search_path = ${schema}, public`, ...made, 'reset search_path'].join(';'));
    await owner.query(`grant usage on schema ${schema} to public`);
    await owner.query(`grant select, insert, update, delete on all tables in schema ${schema} to public`);
  }
  for (const view of groupViews) await owner.query(`drop view public.${view}`);
  for (const table of placement.group)
    await owner.query(`alter table public.${table} rename to "${table} of the groups"`);
  const opened: Database[] = [];
  return {
    open(name) {
      const parts = schemas.map((schema, odd) => {
        const database = openDatabase(url, 4, () => undefined, {
          ...(name === undefined ? {} : { name }),
          settings: { search_path: `${schema},public` },
          guard: 'throw',
        });
        opened.push(database);
        const shards = Array.from({ length: shardCount / 2 }, (_, i) => 2 * i + odd);
        return { pool: database.pool, shards };
      });
      return separateGroups(pool, parts);
    },
    async close() {
      for (const database of opened) await database.close();
    },
  };
};
