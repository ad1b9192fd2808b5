import { currencies } from '@touchline/money/currency';
import { createReturns, type Returns } from '../book/returns/service.ts';
import { createSaferPlay } from '../safer-play.ts';
import type { Play } from '../play/service.ts';
import { manualClock } from '../platform/clock.ts';
import type { Failpoint } from '../platform/failpoints.ts';
import type { Letter } from '../platform/letters.ts';
import { createWallet } from '../wallet/service.ts';
import type { TestDatabase } from './database.ts';
import { placingHouse, type PlacingHouse } from './placing.ts';
import { settlingHouse, type SettlingHouse } from './settling.ts';
import type { Owner } from '../platform/owner.ts';

/** A house that places and settles, with safer play; and another process of the same site beside it. */
export type PlayHouse = SettlingHouse & {
  play: Play;
  /** Placing and safer play of the other process. */
  other: PlacingHouse & { play: Play };
  /** Of safer play in both: placing goes by the real one. */
  clock: ReturnType<typeof manualClock>;
  letters: (Letter & { to: string })[];
  /** Sessions that were asked to end. */
  ended: { memberId: string; except?: string }[];
  /** Told where the first process is while it returns stakes. */
  failpoint: { at: Failpoint };
};

const limits = { minMinor: 1n, maxMinor: 10n ** 9n, potentialMaxMinor: 10n ** 15n };

export const playHouse = async (): Promise<PlayHouse> => {
  const clock = manualClock(new Date());
  const letters: PlayHouse['letters'] = [];
  const ended: PlayHouse['ended'] = [];
  const failpoint: PlayHouse['failpoint'] = { at: () => undefined };
  const playOver = ({ pool }: TestDatabase, returns: () => Returns): Play =>
    createSaferPlay({
      pool,
      wallet: createWallet({ pool }),
      clock,
      currency: currencies.PLAY,
      timeZone: 'Europe/Berlin',
      returns,
      sendLetter: ({ memberId }: Owner, letter) => void letters.push({ ...letter, to: memberId }),
      endSessions: (memberId, spare) => Promise.resolve(void ended.push({ memberId, ...spare })),
    });
  const returnsOf = ({ database, exposure }: PlacingHouse): Returns =>
    createReturns({
      pool: database.pool,
      wallet: createWallet(database),
      exposure,
      onReturned: () => undefined,
      failpoint: (name) => failpoint.at(name),
    });
  const plays: Play[] = [];
  const standing = (returns: () => Returns) => (database: TestDatabase) => {
    const play = playOver(database, returns);
    plays.push(play);
    return play.standing;
  };
  const house: SettlingHouse = await settlingHouse({ standing: standing(() => returnsOf(house)) });
  const beside: PlacingHouse = await placingHouse(limits, house, {
    standing: standing(() => returnsOf(beside)),
  });
  const [play, otherPlay] = plays;
  if (!play || !otherPlay) throw new Error('Two processes have two plays');
  return {
    ...house,
    play,
    clock,
    letters,
    ended,
    failpoint,
    other: { ...beside, play: otherPlay },
    async open(count) {
      const events = await house.open(count);
      await beside.board.refresh(events);
      return events;
    },
    async close() {
      await beside.close();
      await house.close();
    },
  };
};
