import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { newPassword } from './office/secrets.ts';
import type { Office } from './office/service.ts';
import { Refused } from './platform/refusal.ts';

const Saved = Type.Array(
  Type.Object({
    account: Type.String(),
    password: Type.String(),
    roles: Type.Array(Type.Enum([...operatorRoles])),
  }),
);
export type DemoOperator = Static<typeof Saved>[number];

const reviewer: readonly OperatorRole[] = ['cashier', 'identity', 'finance'];
const demo: readonly { account: string; roles: readonly OperatorRole[] }[] = [
  { account: 'cashier1', roles: reviewer },
  { account: 'cashier2', roles: reviewer },
  { account: 'host', roles: ['content', 'care', 'admin'] },
  { account: 'auditor', roles: ['auditor'] },
];

/**
 * The operators that play mode offers to whoever starts it, two of them so that one can confirm the other: made once, with
 * passwords of their own that are kept in the data folder.
 * @returns those whose password is known; an account that is somebody else's is left out
 */
export const demoOperators = async (
  { operators }: Pick<Office, 'operators'>,
  dataDir: string,
): Promise<DemoOperator[]> => {
  const file = join(dataDir, 'demo-operators.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const saved = text === undefined ? undefined : Value.Parse(Saved, JSON.parse(text));
  const offered =
    saved ?? demo.map(({ account, roles }) => ({ account, roles: [...roles], password: newPassword() }));
  if (!saved) {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, JSON.stringify(offered), { mode: 0o600 });
  }
  const known: DemoOperator[] = [];
  for (const one of offered) {
    try {
      // Also when it is saved: the database may be another one than at the last start.
      await operators.add(one, { operator: null, address: '' });
      known.push(one);
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'account_taken')) throw error;
      if (saved) known.push(one);
    }
  }
  if (!saved && known.length < offered.length) {
    if (known.length === 0) await rm(file);
    else await writeFile(file, JSON.stringify(known), { mode: 0o600 });
  }
  return known;
};
