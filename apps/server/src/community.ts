import type { RouteName } from '@touchline/contract/paths';
import { paths } from '@touchline/contract/paths';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import { createTurnoverSums } from './book/records/turnover.ts';
import type { Greet } from './book/events/routes.ts';
import type { Handlers } from './http/handler.ts';
import type { MembersOptions } from './members/service.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { SendLetter } from './platform/letters.ts';
import { Refused } from './platform/refusal.ts';
import type { Routine } from './platform/jobs.ts';
import { rewardHandlers } from './rewards/routes.ts';
import { createRewards, type Rewards } from './rewards/service.ts';
import type { Wallet } from './wallet/service.ts';

/** What surrounds betting and money: safer play, teams, rewards and the inbox, put together. */
export type Community = {
  /** What the members' room asks and tells. */
  hooks: Pick<MembersOptions, 'standing' | 'onJoined' | 'onDevice'>;
  greet: Greet;
  sendLetter: SendLetter;
  handlers: Partial<Handlers>;
  routines: readonly Routine[];
  rewards: Rewards;
};

export type CommunityOptions = {
  pool: pg.Pool;
  wallet: Wallet;
  config: Config;
  currency: Currency;
  clock: Clock;
  /** Told of a wallet that moved, after it is on the disk. */
  onMoved: (owner: { shard: number; memberId: string }) => void;
};

export const createCommunity = (options: CommunityOptions): Community => {
  const sendLetter: SendLetter = () => undefined;
  const turnoverSums = createTurnoverSums(options.pool);
  const rewards = createRewards({ ...options, sendLetter, turnoverOf: turnoverSums.of });
  return {
    hooks: {
      standing: async (owner) => ({ vipLevel: (await rewards.vip.termsOf(owner)).level, teamLevel: 0 }),
      onJoined: () => Promise.resolve(),
      onDevice: () => Promise.resolve(),
    },
    greet: async ({ id, shard }) => ({
      ...{ banners: [], notices: [], unread: 0 },
      checkIn: await rewards.checkIns.brief({ memberId: id, shard }),
    }),
    sendLetter,
    handlers: { ...rewardHandlers(rewards) },
    routines: [],
    rewards,
  };
};

/** Calls whose rooms are still being built. */
export const pendingHandlers = (): Handlers => {
  const refuse = (): Promise<never> => Promise.reject(new Refused('unavailable'));
  const isName = (name: string): name is RouteName => Object.hasOwn(paths, name);
  const names = Object.keys(paths).filter(isName);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(names.map((name) => [name, refuse])) as unknown as Handlers;
};
