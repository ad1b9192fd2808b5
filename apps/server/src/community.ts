import type { RouteName } from '@touchline/contract/paths';
import { paths } from '@touchline/contract/paths';
import type pg from 'pg';
import type { Greet } from './book/events/routes.ts';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from './http/handler.ts';
import type { Play } from './members/play/service.ts';
import type { MembersOptions } from './members/service.ts';
import { officeOutboxHandlers } from './office/outbox-routes.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { SendLetter } from './platform/letters.ts';
import type { Log } from './platform/log.ts';
import { openOutbox } from './platform/outbox/open.ts';
import { Refused } from './platform/refusal.ts';
import type { Routine } from './platform/jobs.ts';
import { rewardHandlers } from './rewards/routes.ts';
import { createRewards, type Rewards } from './rewards/service.ts';
import type { Wallet } from './wallet/service.ts';

/** What surrounds betting and money: safer play, teams, rewards and the inbox, put together. */
export type Community = {
  /** What the members' room asks and tells. */
  hooks: Pick<MembersOptions, 'standing' | 'onJoined' | 'onDevice' | 'outbox' | 'sendLetter'>;
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

export type CommunityOptions = { pool: pg.Pool; clock: Clock; log: Log; config: Config; play: Play };

export const createCommunity = (options: CommunityOptions): Community => {
  const { play } = options;
  const outbox = openOutbox(options);
  const sendLetter: SendLetter = () => undefined;
  return {
    hooks: {
      ...{ outbox, sendLetter },
      standing: async (owner) => {
        const restriction = await play.restrictionOf(owner);
        return { vipLevel: 0, teamLevel: 0, ...(restriction ? { restriction } : {}) };
      },
      onJoined: () => Promise.resolve(),
      onDevice: () => Promise.resolve(),
    },
    greet: () =>
      Promise.resolve({
        ...{ banners: [], notices: [], unread: 0 },
        checkIn: { today: false, streak: 0, open: false },
      }),
    sendLetter,
    handlers: { ...officeOutboxHandlers({ outbox }) },
    routines: [
      { name: 'limits ready', everyMs: 60_000, run: () => play.tellReady() },
      { name: 'stakes to return', everyMs: 5_000, run: () => play.finishReturns() },
      { name: 'outbox', everyMs: 1_000, run: outbox.sendDue },
      { name: 'tidy outbox', everyMs: 60_000, run: outbox.tidy },
    ],
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
