import type { RouteName } from '@touchline/contract/paths';
import { paths } from '@touchline/contract/paths';
import type { Currency } from '@touchline/money/currency';
import { createTurnoverSums } from './book/records/turnover.ts';
import type { Greet } from './book/events/routes.ts';
import type { Handlers } from './http/handler.ts';
import { officeInboxHandlers } from './inbox/office-routes.ts';
import { inboxHandlers } from './inbox/routes.ts';
import { createInbox, type InboxOptions } from './inbox/service.ts';
import type { Play } from './members/play/service.ts';
import type { MembersOptions } from './members/service.ts';
import type { Config } from './platform/config.ts';
import type { SendLetter } from './platform/letters.ts';
import { Refused } from './platform/refusal.ts';
import type { Routine } from './platform/jobs.ts';
import { pushContact } from './platform/settings/inbox.ts';
import { rewardHandlers } from './rewards/routes.ts';
import { createRewards, type Rewards } from './rewards/service.ts';
import type { Wallet } from './wallet/service.ts';

/** What surrounds betting and money: safer play, teams, rewards and the inbox, put together. */
export type Community = {
  /** What the members' room asks and tells. */
  hooks: Pick<MembersOptions, 'standing' | 'onJoined' | 'onDevice'>;
  greet: Greet;
  sendLetter: SendLetter;
  /** The same, to be waited for: whether it was written, or one about the same was before. */
  writeLetter: (...given: Parameters<SendLetter>) => Promise<boolean>;
  /** Waits for letters under way; before the database closes. */
  drain: () => Promise<void>;
  handlers: Partial<Handlers>;
  routines: readonly Routine[];
  rewards: Rewards;
};

export type CommunityOptions = Omit<InboxOptions, 'site' | 'push'> & {
  config: Config;
  currency: Currency;
  wallet: Wallet;
  play: Play;
  addPicture: Parameters<typeof officeInboxHandlers>[0]['addPicture'];
  /** Told of a wallet that moved, after it is on the disk. */
  onMoved: (owner: { shard: number; memberId: string }) => void;
};

export const createCommunity = (options: CommunityOptions): Community => {
  const { config, currency, wallet, play, addPicture, onMoved, ...rest } = options;
  const { pool, clock } = rest;
  const inbox = createInbox({
    ...rest,
    site: {
      ...{ name: config.SITE_NAME, timeZone: config.SITE_TIME_ZONE, currency: currency.code },
      ...{ contact: config.SITE_SUPPORT, operator: config.SITE_OPERATOR },
    },
    push: { contact: pushContact(config) },
  });
  const sendLetter: SendLetter = inbox.letters.send;
  const turnoverSums = createTurnoverSums(pool);
  const rewards = createRewards({
    ...{ pool, wallet, config, currency, clock, onMoved, sendLetter },
    turnoverOf: (owners) => turnoverSums.of(owners),
  });
  return {
    hooks: {
      standing: async (owner) => {
        const [terms, restriction] = await Promise.all([
          rewards.vip.termsOf(owner),
          play.restrictionOf(owner),
        ]);
        return { vipLevel: terms.level, teamLevel: 0, ...(restriction ? { restriction } : {}) };
      },
      onJoined: () => Promise.resolve(),
      onDevice: () => Promise.resolve(),
    },
    greet: async ({ id: memberId, shard }, lan) => {
      const [news, checkIn] = await Promise.all([
        inbox.greet({ memberId, shard, lan }),
        rewards.checkIns.brief({ memberId, shard }),
      ]);
      return { ...news, checkIn };
    },
    sendLetter,
    writeLetter: inbox.letters.write,
    drain: inbox.letters.drain,
    handlers: {
      ...rewardHandlers(rewards),
      ...inboxHandlers({ inbox }),
      ...officeInboxHandlers({ inbox, addPicture }),
    },
    routines: [
      { name: 'inbox', everyMs: 1_000, run: inbox.poll },
      { name: 'pushes', everyMs: 1_000, run: inbox.push.run },
      { name: 'tidy inbox', everyMs: 3_600_000, run: inbox.tidy },
      { name: 'limits ready', everyMs: 60_000, run: () => play.tellReady() },
      { name: 'stakes to return', everyMs: 5_000, run: () => play.finishReturns() },
    ],
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
