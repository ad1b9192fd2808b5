import { randomInt } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { writeFileWhole } from '../core/disk-files.ts';
import type { Caller } from '../core/handler.ts';
import type { Members } from './service.ts';
import { Refused } from '../core/refusal.ts';

const Demo = Type.Object({ account: Type.String(), password: Type.String() });
export type Demo = { account: string; password: string };

const caller: Caller = {
  lan: 'en',
  address: '127.0.0.1',
  userAgent: 'npm start',
  host: 'localhost',
  protocol: 'http',
};
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * The demo member of play mode: made once, with a random password that is kept in the data folder. @returns
 * undefined when the account belongs to another person
 */
export const demoMember = async (members: Members, dataDir: string): Promise<Demo | undefined> => {
  const file = join(dataDir, 'demo-member.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const saved = text === undefined ? undefined : Value.Parse(Demo, JSON.parse(text));
  const demo = saved ?? { account: 'demo', password: newPassword() };
  if (!saved) {
    await writeFileWhole(file, JSON.stringify(demo));
  }
  try {
    // Also when the password is stored already: the database may be another one than at the last start.
    await members.register(
      { ...demo, confirmPassword: demo.password, birthDate: '1990-01-01' },
      caller,
      'house',
    );
  } catch (error) {
    if (!(error instanceof Refused && error.reason === 'account_taken')) throw error;
    if (saved) return demo;
    await rm(file);
    return undefined;
  }
  return demo;
};

const newPassword = (): string =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
