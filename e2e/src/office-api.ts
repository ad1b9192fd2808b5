import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOfficeClient } from '@touchline/client/office-client';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const Operators = Type.Array(Type.Object({ account: Type.String(), password: Type.String() }));

/** The API for one operator. */
export type OfficeApi = Pick<ReturnType<typeof createOfficeClient>, 'call'>;

/** Signs in as one of the demo operators, whose passwords are in the data folder. */
export const officeApi = async (url: string, dataDir: string, account: string): Promise<OfficeApi> => {
  const text = await readFile(join(dataDir, 'demo-operators.json'), 'utf8');
  const operator = Value.Parse(Operators, JSON.parse(text)).find((one) => one.account === account);
  if (operator === undefined) throw new Error(`There is no demo operator ${account}`);
  let session: { token: string } | undefined;
  const client = createOfficeClient({
    origin: url,
    session: {
      read: () => session,
      clear: () => {
        session = undefined;
      },
    },
  });
  session = await client.call('officeLogin', operator);
  return client;
};
