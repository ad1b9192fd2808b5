import { setTimeout as wait } from 'node:timers/promises';
import type { RouteName } from '@touchline/contract/paths';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { createReports } from '../book/report/service.ts';
import { createWallet } from '../wallet/service.ts';
import { testServer, type TestServer } from './server.ts';

/** The envelope as a test reads it. */
// oxlint-disable-next-line typescript/no-explicit-any -- assertions look into data of every shape
type Answer = { status: number; code: number; msg: string; data: any };
type Call = (name: RouteName, input?: Record<string, unknown>) => Promise<Answer>;
type Person = { id: string; account: string; call: Call };

/** The whole server with members and operators who call it, for views that read all rooms. */
export type OfficeServer = Pick<TestServer, 'server' | 'database' | 'close'> & {
  call: Call;
  /** A call with headers of the caller. */
  callAs: (
    headers: Record<string, string>,
    name: RouteName,
    input?: Record<string, unknown>,
  ) => Promise<Answer>;
  operator: (...roles: OperatorRole[]) => Promise<Person>;
  member: () => Promise<Person>;
  /** Waits until the sums by day include all entries so far, because transactions of other tests delay them. */
  folded: () => Promise<void>;
};

const password = 'flag & whistle';

export const officeServer = async (env: Record<string, string> = {}): Promise<OfficeServer> => {
  const site = await testServer({ SIGNIN_LIMIT_PER_MINUTE: '100000', ...env });
  let people = 0;
  const as =
    (headers: Record<string, string>): Call =>
    (name, input = {}) =>
      site.call(name, input, headers);
  const { pool } = site.database;
  const timeZone = env['SITE_TIME_ZONE'] ?? 'UTC';
  const wallet = createWallet({ pool });
  const reports = createReports({ pool, wallet, timeZone });
  return {
    folded: async () => {
      const { rows: now } = await pool.query<{ tx: bigint }>(
        'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as tx',
      );
      for (;;) {
        await wallet.rollUpDays(timeZone);
        await reports.rollUp();
        const { rows } = await pool.query<{ tx: bigint }>(
          'select least(l.tx, r.tx) as tx from ledger_mark l, report_mark r',
        );
        if ((rows[0]?.tx ?? 0n) >= (now[0]?.tx ?? 0n)) return;
        // Advances the transaction number, as no other client does.
        await pool.query('select pg_current_xact_id()');
        await wait(20);
      }
    },
    server: site.server,
    database: site.database,
    call: as({}),
    callAs: (headers, name, input = {}) => site.call(name, input, headers),
    close: () => site.close(),
    operator: async (...roles) => {
      const account = `operator${people++}`;
      const added = await site.server.office.operators.add({ account, roles }, { address: '' });
      const { data } = await site.call('officeLogin', { account, password: added.password });
      return { id: added.row.id, account, call: as({ 'ba-office-token': String(data['token']) }) };
    },
    member: async () => {
      const account = `member${people++}`;
      const form = { account, password, confirmPassword: password, birthDate: '1990-01-01' };
      const { data } = await site.call('register', form);
      const own = as({ 'ba-user-token': String(data['token']) });
      return { id: String((await own('userInfo')).data.id), account, call: own };
    },
  };
};
