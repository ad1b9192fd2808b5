import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { newPassword, type Office } from '../../office/index.ts';
import { writeFileWhole } from '../../core/disk-files.ts';
import { Refused } from '../../core/refusal.ts';

const Saved = Type.Array(
  Type.Object({
    account: Type.String(),
    password: Type.String(),
    /** Disabled by a start on which other machines could reach the server. */
    closed: Type.Optional(Type.Boolean()),
  }),
);
const nameOf = (dataDir: string): string => join(dataDir, 'demo-operators.json');

const read = async (file: string) => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? [] : Value.Parse(Saved, JSON.parse(text));
};
export type DemoOperator = { account: string; password: string; roles: readonly OperatorRole[] };

const demo: readonly Omit<DemoOperator, 'password'>[] = [
  { account: 'host', roles: ['owner', 'support', 'content'] },
  { account: 'host2', roles: ['owner'] },
  { account: 'trader1', roles: ['trader'] },
  { account: 'trader2', roles: ['trader'] },
  { account: 'cashier1', roles: ['cashier'] },
  { account: 'cashier2', roles: ['cashier'] },
  { account: 'auditor', roles: ['auditor'] },
];

/**
 * The operators of play mode, two of each kind so that one can confirm what the other proposes. They are created once, with
 * random passwords that are kept in the data folder.
 * @returns those with a known password; an account whose password was changed, or that another data folder has, is left out
 */
export const demoOperators = async (
  { operators, demo: guard }: Pick<Office, 'operators' | 'demo'>,
  dataDir: string,
): Promise<DemoOperator[]> => {
  const file = nameOf(dataDir);
  const saved = await read(file);
  await guard.open(saved.filter(({ closed }) => closed === true));
  const passwords = new Map(saved.map(({ account, password }) => [account, password]));
  const offered = demo.map((one) => ({ ...one, password: passwords.get(one.account) ?? newPassword() }));
  const keep = (kept: readonly DemoOperator[]) =>
    writeFileWhole(file, JSON.stringify(kept.map(({ account, password }) => ({ account, password }))));
  // Saved before they are added, so that a stop in between does not lose a password.
  await keep(offered);
  /** Adds an account unless another server does so at the same time, with a password of its own. */
  const isAdded = async (one: DemoOperator): Promise<boolean> => {
    try {
      await operators.add(one, { address: '' });
      return true;
    } catch (error) {
      if (error instanceof Refused && error.reason === 'account_taken') return false;
      throw error;
    }
  };
  const known: DemoOperator[] = [];
  for (const one of offered) {
    // The database may be another one than at the last start, and another server may have added the account since.
    const state = await guard.stateOf(one);
    if (state === 'own') continue;
    if (state === 'free' && !(await isAdded(one))) continue;
    known.push(one);
  }
  if (known.length === 0) await rm(file);
  else if (known.length < offered.length) await keep(known);
  return known;
};

/**
 * Disables the operators of play mode from an earlier start of this data folder that still have the printed password, because
 * other machines can reach the server now. A later start on loopback enables them again.
 * @returns the accounts that were enabled until now
 */
export const closeDemoOperators = async (
  { demo: guard }: Pick<Office, 'demo'>,
  dataDir: string,
): Promise<string[]> => {
  const file = nameOf(dataDir);
  const saved = await read(file);
  const closed = await guard.close(saved);
  if (closed.length > 0) {
    const kept = saved.map((one) => (closed.includes(one.account) ? { ...one, closed: true } : one));
    await writeFileWhole(file, JSON.stringify(kept));
  }
  return closed;
};
