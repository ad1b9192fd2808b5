import { randomUUID } from 'node:crypto';
import { CallError } from '@touchline/client/errors';
import { createMemberClient } from '@touchline/client/member-client';
import { memorySession } from '@touchline/client/session';

/** A member who is signed in, with the bets that run. */
export type LoadMember = {
  call: ReturnType<typeof createMemberClient>['call'];
  /** Ids of bets that were placed and not sold, the newest last. */
  open: string[];
};

/** How members get in: those of `npm run seed-load`, or new ones. */
export type Entry = { password: string; isNew: boolean };

/** Sign-ins at once: a server hashes two passwords at a time. */
const atOnce = 4;

const accountOf = (n: number): string => `load${String(n).padStart(7, '0')}`;

const signIn = async (origin: string, n: number, { password, isNew }: Entry): Promise<LoadMember> => {
  const session = memorySession();
  const { call } = createMemberClient({ origin, session, timeoutMs: 60_000 });
  const account = isNew ? `sat${randomUUID().replaceAll('-', '').slice(0, 16)}` : accountOf(n);
  const tokens = isNew
    ? await call('register', { account, password, confirmPassword: password, birthDate: '1990-01-01' })
    : await call('login', { account, password });
  session.write(tokens);
  return { call, open: [] };
};

const reasonOf = (failure: unknown): string => {
  if (failure instanceof CallError) return `${failure.reason} ${failure.message}`;
  return failure instanceof Error ? failure.message : 'unknown';
};

/**
 * Signs members in, a few at a time.
 * @throws Error with the server's reason when the first one cannot come in
 */
export const signInMembers = async (
  origin: string,
  count: number,
  entry: Entry,
  say: (text: string) => void,
): Promise<LoadMember[]> => {
  const members: LoadMember[] = [];
  let next = 0;
  let failure: unknown;
  const enter = async (): Promise<void> => {
    while (next < count && failure === undefined) {
      try {
        members.push(await signIn(origin, next++, entry));
      } catch (error) {
        failure = error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, enter));
  if (members.length === 0) {
    throw new Error(
      `No member could sign in (${reasonOf(failure)}). Fill the database by "npm run seed-load", or give --register, on a server with SIGNIN_LIMIT_PER_MINUTE and RATE_LIMIT_PER_MINUTE out of reach`,
    );
  }
  if (failure !== undefined) say(`Only ${members.length} of ${count} members came in: ${reasonOf(failure)}`);
  return members;
};
