import type { LimitMemory } from '../safer-play/limit-memory.ts';
import type { Play } from '../safer-play/service.ts';
import type { Failpoint } from '../core/failpoints.ts';
import type { Letter } from '../core/events.ts';
import { testPlacing, type TestPlacing } from './placing.ts';
import { testSettling, type TestSettling } from './settling.ts';

/** Betting, settlement and safer play, with a second process of the same site. */
export type TestSaferPlay = TestSettling & {
  play: Play;
  /** The limits by which the first process judges stakes. */
  memberLimits: LimitMemory;
  /** The other process, with the same clock. */
  other: TestPlacing & { play: Play };
  /** The letters to a member, of both processes; each in the order in which it was sent. */
  lettersTo(memberId: string): Letter[];
  /** Called at the failpoints of the first process while it returns stakes. */
  failpoint: { at: Failpoint };
};

/** Opens two processes of one site. */
export const testSaferPlay = async (): Promise<TestSaferPlay> => {
  const failpoint: TestSaferPlay['failpoint'] = { at: () => undefined };
  const env = { SITE_TIME_ZONE: 'Europe/Berlin' };
  const book = await testSettling({ env, failpoint: (name) => failpoint.at(name) });
  const other = await testPlacing({ env, beside: book, clock: book.clock });
  return {
    ...book,
    play: book.modules.play.service,
    memberLimits: book.modules.memberLimits.service,
    failpoint,
    other: { ...other, play: other.modules.play.service },
    lettersTo: (memberId) => [...book.letters, ...other.letters].filter((one) => one.memberId === memberId),
    async open(count, event) {
      const events = await book.open(count, event);
      await other.board.refresh(events);
      return events;
    },
    async close() {
      await other.close();
      await book.close();
    },
  };
};
