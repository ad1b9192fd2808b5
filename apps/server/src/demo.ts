import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Caller } from './http/handler.ts';
import type { Members } from './members/service.ts';
import { Refused } from './platform/refusal.ts';

const Demo = Type.Object({ account: Type.String(), password: Type.String() });
export type Demo = { account: string; password: string };

const caller: Caller = { lan: 'en', address: '127.0.0.1', userAgent: 'npm start', host: 'localhost' };
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * The member that play mode offers to whoever starts it: made once, with a password of its own that is kept in the data
 * folder. @returns undefined when the account is somebody else's
 */
export const demoMember = async (members: Members, dataDir: string): Promise<Demo | undefined> => {
  const file = join(dataDir, 'demo-member.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return Value.Parse(Demo, JSON.parse(text));
  const password = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
  try {
    await members.register(
      { account: 'demo', password, confirmPassword: password, birthDate: '1990-01-01' },
      caller,
    );
  } catch (error) {
    if (error instanceof Refused && error.reason === 'account_taken') return undefined;
    throw error;
  }
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, JSON.stringify({ account: 'demo', password }), { mode: 0o600 });
  return { account: 'demo', password };
};
