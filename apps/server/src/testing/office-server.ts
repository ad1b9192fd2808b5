import type { RouteName } from '@touchline/contract/paths';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { testServer, type TestServer } from './server.ts';

/** The envelope as a test reads it. */
// oxlint-disable-next-line typescript/no-explicit-any -- assertions look into data of every shape
type Answer = { status: number; code: number; msg: string; data: any };
type Call = (name: RouteName, input?: Record<string, unknown>) => Promise<Answer>;
type Person = { id: string; account: string; call: Call };

/** The whole server with people to call it: what an operator reads over all rooms needs all of them. */
export type OfficeServer = Pick<TestServer, 'server' | 'database' | 'close'> & {
  call: Call;
  operator: (...roles: OperatorRole[]) => Promise<Person>;
  member: () => Promise<Person>;
};

const password = 'flag & whistle';

export const officeServer = async (env: Record<string, string> = {}): Promise<OfficeServer> => {
  const site = await testServer({ SIGNIN_LIMIT_PER_MINUTE: '100000', ...env });
  let people = 0;
  const as =
    (headers: Record<string, string>): Call =>
    (name, input = {}) =>
      site.call(name, input, headers);
  return {
    ...{ server: site.server, database: site.database, call: as({}) },
    close: () => site.close(),
    operator: async (...roles) => {
      const account = `operator${people++}`;
      const added = await site.server.office.operators.add(
        { account, roles },
        { operator: null, address: '' },
      );
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
