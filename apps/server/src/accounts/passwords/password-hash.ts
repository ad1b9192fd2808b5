import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createFairQueue } from '../fair-queue.ts';
import { Refused } from '../../core/refusal.ts';

/** The caller of a hash, by whom the queue is shared. */
type HashCaller = {
  /** The network address, as addressKey writes it. */
  address: string;
  /** Whether the account was used from there before. */
  known?: boolean;
};

export type PasswordHasher = {
  /**
   * @param from absent for a caller who is signed in
   * @throws Refused `unavailable` when too many are waiting
   */
  hash(password: string, from?: HashCaller): Promise<string>;
  /** Compares; without a stored hash it does the same work and answers false. */
  verify(password: string, stored: string | undefined, from?: HashCaller): Promise<boolean>;
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

const signedIn: HashCaller = { address: '', known: true };

/** Separate queues, so that a crowd of members does not delay operators. */
export type PasswordHashers = { members: PasswordHasher; office: PasswordHasher };

/**
 * The queues of a server. At most three passwords are hashed at once, which leaves a thread to files and
 * names.
 * @param cost of each hash; the default without it
 */
export const createPasswordHashers = (
  cost: { memoryKib?: number; passes?: number } = {},
): PasswordHashers => ({
  members: createPasswordHasher(cost),
  office: createPasswordHasher({ ...cost, running: 1, waitingOfOne: 8 }),
});

/**
 * Hashes a few passwords at a time: each takes 46 MiB and a processor for tens of milliseconds, so callers
 * wait in bounded lines and the rest is turned away at once. Addresses take turns. Those that the account was
 * used from before have their own line, which gets every second turn: guesses from other addresses neither
 * fill it nor delay it for long.
 * @param running maximum number of hashes at the same time
 * @param waiting maximum number of callers in each of the two lines
 * @param waitingOfOne maximum number of waiting callers of one address
 */
export const createPasswordHasher = (
  options: {
    running?: number;
    waiting?: number;
    waitingOfOne?: number;
    memoryKib?: number;
    passes?: number;
  } = {},
): PasswordHasher => {
  const { running = 2, waiting = 64, waitingOfOne = 32 } = options;
  const { memoryKib = defaults.memoryKib, passes = defaults.passes } = options;
  const cost = { memoryKib, passes };
  const most = { ofOwner: waitingOfOne, inAll: waiting };
  const known = createFairQueue<() => void>(most);
  const others = createFairQueue<() => void>(most);
  let busy = 0;
  let isKnownsTurn = true;

  const next = (): (() => void) | undefined => {
    const [first, second] = isKnownsTurn ? [known, others] : [others, known];
    isKnownsTurn = !isKnownsTurn;
    return first.shift() ?? second.shift();
  };

  const inTurn = async <T>(from: HashCaller, work: () => Promise<T>): Promise<T> => {
    if (busy >= running) {
      const line = from.known === true ? known : others;
      // A finished hash hands its place to the next.
      await new Promise<void>((resolve, reject) => {
        if (line.push(from.address, resolve) !== 'waits') reject(new Refused('unavailable'));
      });
    } else {
      busy += 1;
    }
    try {
      return await work();
    } finally {
      const turn = next();
      if (turn === undefined) busy -= 1;
      else turn();
    }
  };

  return {
    hash: (password, from = signedIn) =>
      inTurn(from, async () => {
        const salt = randomBytes(saltBytes);
        const tag = await derive(password, salt, cost);
        return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
      }),
    verify: (password, stored, from = signedIn) =>
      inTurn(from, async () => {
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
