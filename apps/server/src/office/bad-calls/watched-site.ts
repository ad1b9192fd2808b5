import type { RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { Secret, TOTP } from 'otpauth';
import { test } from 'vitest';
import type { Fields } from '../../testing/access-cases/kinds.ts';
import { ownedData, ownedDataSettings, type OwnedData } from '../../testing/scenarios/owned-data.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { testTouchline } from '../../testing/touchline.ts';
import type { Answer, Operator } from './kinds.ts';

/** The whole server with members and operators, and checks for changed rows. */
export type WatchedSite = OwnedData & {
  /** An operator of a role; a number gives another one. */
  one: (role: OperatorRole, nth?: number) => Promise<Operator>;
  /** A call in Chinese, as its operator's browser makes it. */
  send: (name: RouteName, input: string | Fields, by?: { token: string }) => Promise<Answer>;
  /** A call that must succeed. */
  askAs: <Name extends RouteName>(by: { token: string }, name: Name, input?: Fields) => Promise<Output<Name>>;
  /** The current position in the record of changed rows. */
  mark: () => Promise<bigint>;
  /** Tables with rows that have changed since, without those that background work changes. */
  changedSince: (mark: bigint) => Promise<string[]>;
  /** The number and the sum of the ledger's entries, and the number of lines of the audit log without refusals. */
  books: () => Promise<{ entries: bigint; sum: bigint; lines: bigint }>;
  /** An authenticator app for an operator: recovery codes to use up, and a code now. */
  withTotp: (of: Operator) => Promise<{ recovery: string[] }>;
  /** A passkey for an operator: its id, and the authenticator that has it. */
  withPasskey: (of: Operator) => Promise<{ id: string; phone: ReturnType<typeof createAuthenticator> }>;
};

/** Written by the background, by each call, or for each wrong password. */
const restless =
  /^(office_audit|chain_|ledger_(day|mark)$|house_(move|total|watermark|fold)$|refusal_day$|report_|large_bet$|exposure|team_(size|mark|part|stake)|signin_failure$|operator_session$|settlement_|outbox_message$|bet_notice$|notice_mark$|letter$)/;

/** When a trigger speaks: the background adds totals to the facts of the house, and calls add the others. */
const watchedRows = (table: string): string =>
  table === 'house_fact'
    ? `after insert on house_fact for each row when (new.kind not in ('match_totals', 'day_totals'))`
    : `after insert or update or delete on "${table}" for each row`;

/** The current code of a secret. */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Where the authenticators of the tests are. */
export const page = { origin: 'http://localhost' };

/** @param background runs jobs and routines */
export const watchedSite = async ({ background = false } = {}): Promise<WatchedSite> => {
  const access = await ownedData(await testTouchline({ env: ownedDataSettings, background }));
  const { owner: pool } = access.database;
  const people = new Map<string, Promise<Operator>>();

  const send: WatchedSite['send'] = (name, input, by) =>
    access.call(name, input, {
      'accept-language': 'zh-CN',
      ...(by === undefined ? {} : { 'ba-office-token': by.token }),
    });

  const askAs: WatchedSite['askAs'] = (by, name, input = {}) =>
    access.ask(name, input, { 'ba-office-token': by.token });

  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_stat_user_tables where schemaname = 'public' order by 1`,
  );
  const watched = tables.filter(({ name }) => !restless.test(name));
  await pool.query(
    `create schema watch;
     create table watch.change (id bigint generated always as identity, relation text not null);
     create function watch.note() returns trigger language plpgsql security definer as
       $$ begin insert into watch.change (relation) values (tg_table_name); return null; end $$`,
  );
  // One transaction for all would lock table after table, which can deadlock with the site's background work.
  for (const { name } of watched) {
    await pool.query(`create trigger watch ${watchedRows(name)} execute function watch.note()`);
  }
  const mark = async (): Promise<bigint> => {
    const { rows } = await pool.query<{ id: bigint }>('select coalesce(max(id), 0) as id from watch.change');
    return rows[0]?.id ?? 0n;
  };
  const changedSince = async (since: bigint): Promise<string[]> => {
    const { rows } = await pool.query<{ relation: string }>(
      'select distinct relation from watch.change where id > $1 order by relation',
      [since],
    );
    return rows.map(({ relation }) => relation);
  };

  return {
    ...access,
    send,
    askAs,
    mark,
    changedSince,
    one: (role, nth = 0) => {
      const name = `${role} ${nth}`;
      const known = people.get(name) ?? access.operator([role]);
      people.set(name, known);
      return known;
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
    withTotp: async (of) => {
      const { secret } = await askAs(of, 'officeOtpBegin', { password: of.password });
      const { codes } = await askAs(of, 'officeOtpConfirm', { otp: codeOf(secret) });
      return { recovery: codes };
    },
    withPasskey: async (of) => {
      const phone = createAuthenticator();
      const { challenge, options } = await askAs(of, 'officePasskeyBegin', { password: of.password });
      const made = { challenge, name: 'Phone', response: phone.make(options, page) };
      const { secondFactor } = await askAs(of, 'officePasskeySave', made);
      return { id: secondFactor.passkeys.at(-1)?.id ?? '', phone };
    },
  };
};

/** Hooks with one site for each worker. Each row makes its own records, so files do not affect each other. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures off the pattern
export const sharedWatched = test.extend('watched', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const site = await watchedSite();
  onCleanup(() => site.close());
  return site;
});
