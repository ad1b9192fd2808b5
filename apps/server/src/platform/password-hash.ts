import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refused } from './refusal.ts';

export type PasswordHasher = {
  /** @throws Refused `unavailable` when too many are waiting */
  hash(password: string): Promise<string>;
  /** Compares; without a stored hash it does the same work and answers false. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
};

/** argon2id as OWASP recommends it for one pass: 46 MiB, one lane. */
const defaults = { memoryKib: 46 * 1024, passes: 1 };
const parallelism = 1;
const tagBytes = 32;
const saltBytes = 16;

const derive = (
  password: string,
  salt: Uint8Array,
  { memoryKib, passes }: { memoryKib: number; passes: number },
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      {
        // The same password typed on two keyboards may arrive in two Unicode spellings.
        message: Buffer.from(password.normalize('NFKC')),
        nonce: salt,
        parallelism,
        tagLength: tagBytes,
        memory: memoryKib,
        passes,
      },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Queues of their own: a crowd of members at the door keeps no operator out. */
export type PasswordHashers = { members: PasswordHasher; office: PasswordHasher };

/**
 * The queues of a server. Three passwords at once are hashed at most, which leaves a thread to files and names.
 * @param cost of each hash; the usual one without it
 */
export const createPasswordHashers = (
  cost: { memoryKib?: number; passes?: number } = {},
): PasswordHashers => ({
  members: createPasswordHasher(cost),
  office: createPasswordHasher({ ...cost, running: 1 }),
});

/**
 * Hashes passwords, a few at a time: each takes 46 MiB and a processor for tens of milliseconds, so a crowd at the
 * door waits in a line of bounded length and the rest is turned away at once.
 * @param running at most so many at the same time
 * @param waiting at most so many in the line
 */
export const createPasswordHasher = (
  options: { running?: number; waiting?: number; memoryKib?: number; passes?: number } = {},
): PasswordHasher => {
  const { running = 2, waiting = 64, memoryKib = defaults.memoryKib, passes = defaults.passes } = options;
  const cost = { memoryKib, passes };
  const line: (() => void)[] = [];
  let busy = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= running) {
      if (line.length >= waiting) throw new Refused('unavailable');
      // Whoever finishes hands its place to the first in the line.
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      busy += 1;
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next === undefined) busy -= 1;
      else next();
    }
  };

  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(saltBytes);
        const tag = await derive(password, salt, cost);
        return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
      }),
    verify: (password, stored) =>
      inTurn(async () => {
        const parts = stored === undefined ? null : phc.exec(stored);
        if (parts === null) {
          await derive(password, randomBytes(saltBytes), cost);
          return false;
        }
        const [, memory, times, salt = '', tag = ''] = parts;
        const expected = Buffer.from(tag, 'base64');
        const actual = await derive(password, Buffer.from(salt, 'base64'), {
          memoryKib: Number(memory),
          passes: Number(times),
        });
        return expected.length === actual.length && timingSafeEqual(expected, actual);
      }),
  };
};
