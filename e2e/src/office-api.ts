import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths, type RouteName } from '@touchline/contract/paths';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const Operators = Type.Array(Type.Object({ account: Type.String(), password: Type.String() }));
const Answer = Type.Object({ code: Type.Integer(), msg: Type.String(), data: Type.Unknown() });

/** The API as one operator sees it. */
export type OfficeApi = {
  /** Makes a call that shall succeed. @returns its data. @throws with the answer when it is refused */
  call(name: RouteName, input: Record<string, unknown>): Promise<unknown>;
};

const queryOf = (input: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** Signs in as one of the demo operators, whose passwords stand in the data folder. */
export const officeApi = async (url: string, dataDir: string, account: string): Promise<OfficeApi> => {
  const text = await readFile(join(dataDir, 'demo-operators.json'), 'utf8');
  const operator = Value.Parse(Operators, JSON.parse(text)).find((one) => one.account === account);
  if (operator === undefined) throw new Error(`There is no demo operator ${account}`);
  let token = '';
  const call: OfficeApi['call'] = async (name, input) => {
    const [method, path] = paths[name];
    const query = method === 'GET' ? `?${queryOf(input)}` : '';
    const response = await fetch(`${url}${path}${query}`, {
      method,
      headers: { 'content-type': 'application/json', 'ba-office-token': token },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    });
    const { code, msg, data } = Value.Parse(Answer, await response.json());
    if (code !== 1) throw new Error(`${name} was refused with ${code}: ${msg} ${JSON.stringify(data)}`);
    return data;
  };
  const { account: name, password } = operator;
  const signedIn = await call('officeLogin', { account: name, password });
  token = Value.Parse(Type.Object({ token: Type.String() }), signedIn).token;
  return { call };
};
