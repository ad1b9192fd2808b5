import type { RouteName } from '@touchline/contract/paths';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { testServer, type TestServer } from './server.ts';

type Fields = Record<string, unknown>;
type Answer = Awaited<ReturnType<TestServer['call']>>;
type Person = { id: string; account: string; call: (name: RouteName, input?: Fields) => Promise<Answer> };

/** The whole server, composed as in production, with operators and members who call it. */
export type OfficeHouse = TestServer & {
  operator: (...roles: OperatorRole[]) => Promise<Person>;
  member: () => Promise<Person & { token: string }>;
};

/** The password of all members. */
export const housePassword = 'Anstoss-1908';

export const officeHouse = async (env: Record<string, string> = {}): Promise<OfficeHouse> => {
  const house = await testServer({ SIGNIN_LIMIT_PER_MINUTE: '100000', ...env });
  let people = 0;
  return {
    ...house,
    operator: async (...roles) => {
      const account = `house.operator${people++}`;
      const added = await house.server.office.operators.add({ account, roles }, { address: '' });
      const { data } = await house.call('officeLogin', { account, password: added.password });
      const headers = { 'ba-office-token': String(data['token']) };
      return {
        id: added.row.id,
        account,
        call: (name, input = {}) => house.call(name, input, headers),
      };
    },
    member: async () => {
      const account = `house.member${people++}`;
      const form = { password: housePassword, confirmPassword: housePassword, birthDate: '1990-01-01' };
      const { data } = await house.call('register', { account, ...form });
      const token = String(data['token']);
      const user: unknown = data['user'];
      const id = typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : '';
      return {
        id,
        account,
        token,
        call: (name, input = {}) => house.call(name, input, { 'ba-user-token': token }),
      };
    },
  };
};
