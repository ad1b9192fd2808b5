import { paymentRecords } from '../cashier/records.ts';
import { createReturns } from '../book/returns/service.ts';
import { openPlay, openMemberLimits } from '../play/open.ts';
import type { MemberLimits } from '../play/member-limits.ts';
import type { Play } from '../play/service.ts';
import { manualClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { createLiveHub } from '../platform/live/hub.ts';
import { createLog } from '../platform/log.ts';
import type { Ground } from '../platform/room.ts';
import { currencies } from '@touchline/money/currency';
import type { Failpoint } from '../platform/failpoints.ts';
import type { Letter } from '../platform/letters.ts';
import { createWallet } from '../wallet/service.ts';
import type { TestDatabase } from './database.ts';
import { testPlacing, type TestPlacing } from './placing.ts';
import { testSettling, type TestSettling } from './settling.ts';
import { testBus } from './bus.ts';

/** Placing, settlement and safer play, with a second process of the same site. */
export type TestSaferPlay = TestSettling & {
  play: Play;
  /** The limits by which the first process judges stakes. */
  memberLimits: MemberLimits;
  /** Placing and safer play of the other process. */
  other: TestPlacing & { play: Play };
  /** The clock of safer play in both processes; placing uses the real one. */
  clock: ReturnType<typeof manualClock>;
  letters: (Letter & { to: string })[];
  /** Sessions that safer play has ended. */
  ended: { memberId: string; except?: string }[];
  /** Called at the failpoints of the first process while it returns stakes. */
  failpoint: { at: Failpoint };
};

const limits = { minMinor: 1n, maxMinor: 10n ** 9n, potentialMaxMinor: 10n ** 15n };

/**
 * The ground of rooms over the database of a test: all connections are the test's, and only the test moves
 * the clock.
 */
const testGround = (
  database: TestDatabase,
  {
    env = {},
    clock = manualClock(new Date()),
  }: { env?: Record<string, string>; clock?: Ground['clock'] } = {},
): Ground => {
  const log = createLog('silent');
  const secret = Buffer.alloc(32, 7);
  return {
    config: readConfig(env),
    connections: {
      calls: database,
      cashier: database,
      lanes: database,
      delayed: database,
      runs: database,
      feed: database,
      probe: database,
      background: database,
    },
    log,
    clock,
    secret,
    currency: currencies.PLAY,
    bus: testBus(),
    live: createLiveHub({ secret }),
  };
};

export const testSaferPlay = async (): Promise<TestSaferPlay> => {
  const clock = manualClock(new Date());
  const letters: TestSaferPlay['letters'] = [];
  const ended: TestSaferPlay['ended'] = [];
  const failpoint: TestSaferPlay['failpoint'] = { at: () => undefined };
  const wallets = ({ pool }: TestDatabase) => createWallet({ pool });
  const groundOver = (database: TestDatabase) =>
    testGround(database, { clock, env: { SITE_TIME_ZONE: 'Europe/Berlin' } });
  const memberLimitsOver = (database: TestDatabase): MemberLimits =>
    openMemberLimits(groundOver(database), { wallet: wallets(database) }).service;
  const playOver = ({ database, exposure }: TestPlacing): Play => {
    const ground = groundOver(database);
    ground.bus.on('lettersDue', (due) => {
      for (const { shard: _shard, memberId, ...letter } of due) letters.push({ ...letter, to: memberId });
    });
    const returns = createReturns({
      pool: database.pool,
      wallet: wallets(database),
      exposure,
      bus: ground.bus,
      failpoint: (name) => failpoint.at(name),
    });
    return openPlay(ground, {
      payments: paymentRecords,
      wallet: wallets(database),
      returns,
      members: {
        endSessions: (memberId, spare) => Promise.resolve(void ended.push({ memberId, ...spare })),
        checkPassword: () => Promise.resolve(),
      },
    }).service;
  };
  const limitsOfProcesses: MemberLimits[] = [];
  const memberLimits = (database: TestDatabase): MemberLimits => {
    const opened = memberLimitsOver(database);
    limitsOfProcesses.push(opened);
    return opened;
  };
  const book: TestSettling = await testSettling({ memberLimits });
  const beside: TestPlacing = await testPlacing(limits, book, { memberLimits });
  const [play, otherPlay] = [playOver(book), playOver(beside)];
  const [own] = limitsOfProcesses;
  if (!own) throw new Error('There are no limits');
  return {
    ...book,
    play,
    memberLimits: own,
    clock,
    letters,
    ended,
    failpoint,
    other: { ...beside, play: otherPlay },
    async open(count) {
      const events = await book.open(count);
      await beside.board.refresh(events);
      return events;
    },
    async close() {
      await beside.close();
      await book.close();
    },
  };
};
