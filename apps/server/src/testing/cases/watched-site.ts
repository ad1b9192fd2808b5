import type { RouteName } from '@touchline/contract/paths';
import { test } from 'vitest';
import { ownedData, ownedDataSettings, type OwnedData } from '../scenarios/owned-data.ts';
import { testTouchline } from '../touchline.ts';
import type { AnyAnswer, Fields } from './kinds.ts';

/** A site with members and operators that knows which rows changed. */
export type WatchedSite = OwnedData & {
  /** A call in Chinese, as its operator's browser makes it. */
  send: (name: RouteName, input: string | Fields, by?: { token: string }) => Promise<AnyAnswer>;
  /** The current position in the record of changed rows. */
  mark: () => Promise<bigint>;
  /** Tables with rows that have changed since, without those that background work changes. */
  changedSince: (mark: bigint) => Promise<string[]>;
  /** The number and the sum of the ledger's entries, and the number of lines of the audit log without refusals. */
  books: () => Promise<{ entries: bigint; sum: bigint; lines: bigint }>;
};

/** Written by the background, by each call, or for each wrong password. */
const restless =
  /^(office_audit|chain_|ledger_(day|mark)$|house_(move|total|watermark|fold)$|refusal_day$|report_|large_bet$|exposure|team_(size|mark|part|stake)|signin_failure$|operator_session$|settlement_|outbox_message$|bet_notice$|notice_mark$|letter$)/;

/** When a trigger speaks: the background adds totals to the facts of the house, and calls add the others. */
const watchedRows = (table: string): string =>
  table === 'house_fact'
    ? `after insert on house_fact for each row when (new.kind not in ('match_totals', 'day_totals'))`
    : `after insert or update or delete on "${table}" for each row`;

const watchedSite = async (): Promise<WatchedSite> => {
  const data = await ownedData(await testTouchline({ env: ownedDataSettings }));
  const { owner: pool } = data.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_stat_user_tables where schemaname = 'public' order by 1`,
  );
  await pool.query(
    `create schema watch;
     create table watch.change (id bigint generated always as identity, relation text not null);
     create function watch.note() returns trigger language plpgsql security definer as
       $$ begin insert into watch.change (relation) values (tg_table_name); return null; end $$`,
  );
  // One transaction for all would lock table after table, which can deadlock with the site's background work.
  for (const { name } of tables.filter((table) => !restless.test(table.name))) {
    await pool.query(`create trigger watch ${watchedRows(name)} execute function watch.note()`);
  }

  return {
    ...data,
    send: (name, input, by) =>
      data.call(name, input, {
        'accept-language': 'zh-CN',
        ...(by === undefined ? {} : { 'ba-office-token': by.token }),
      }),
    mark: async () => {
      const { rows } = await pool.query<{ id: bigint }>(
        'select coalesce(max(id), 0) as id from watch.change',
      );
      return rows[0]?.id ?? 0n;
    },
    changedSince: async (since) => {
      const { rows } = await pool.query<{ relation: string }>(
        'select distinct relation from watch.change where id > $1 order by relation',
        [since],
      );
      return rows.map(({ relation }) => relation);
    },
    books: async () => {
      const { rows } = await pool.query<{ entries: bigint; sum: bigint; lines: bigint }>(
        `select (select count(*) from entry) as entries,
                (select coalesce(sum(abs(amount)), 0)::bigint from entry) as sum,
                (select count(*) from office_audit where action not in ('refused', 'sign_in')) as lines`,
      );
      const [found] = rows;
      if (found === undefined) throw new Error('no row');
      return found;
    },
  };
};

/** Hooks with one site for each worker. Each case makes its own records, so files do not affect each other. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures off the pattern
export const sharedWatched = test.extend('watched', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const site = await watchedSite();
  onCleanup(() => site.close());
  return site;
});
