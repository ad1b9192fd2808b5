import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOfficeClient } from '@touchline/client/office-client';
import type { Output } from '@touchline/contract/routes';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const Operators = Type.Array(Type.Object({ account: Type.String(), password: Type.String() }));

/** The API for one operator. */
export type OfficeApi = Pick<ReturnType<typeof createOfficeClient>, 'call'>;

type Credentials = { account: string; password: string };

/** An operator who is signed in through the API. */
export type OfficeSession = { office: OfficeApi; signedIn: Output<'officeLogin'> };

/** What a demo operator signs in with; the passwords are in the data folder. */
export const demoOperator = async (dataDir: string, account: string): Promise<Credentials> => {
  const text = await readFile(join(dataDir, 'demo-operators.json'), 'utf8');
  const operator = Value.Parse(Operators, JSON.parse(text)).find((one) => one.account === account);
  if (operator === undefined) throw new Error(`There is no demo operator ${account}`);
  return operator;
};

/** Signs an operator in through the API. */
export const signInToOffice = async (url: string, operator: Credentials): Promise<OfficeSession> => {
  let session: { token: string } | undefined;
  const office = createOfficeClient({
    origin: url,
    session: {
      read: () => session,
      clear: () => {
        session = undefined;
      },
    },
  });
  const signedIn = await office.call('officeLogin', operator);
  session = signedIn;
  return { office, signedIn };
};

/** The API for one of the demo operators. */
export const officeApi = async (url: string, dataDir: string, account: string): Promise<OfficeApi> =>
  (await signInToOffice(url, await demoOperator(dataDir, account))).office;
