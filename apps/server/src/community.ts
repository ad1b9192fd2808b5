import type { RouteName } from '@touchline/contract/paths';
import { paths } from '@touchline/contract/paths';
import type { Greet } from './book/events/routes.ts';
import type { Handlers } from './http/handler.ts';
import type { Play } from './members/play/service.ts';
import type { MembersOptions } from './members/service.ts';
import type { SendLetter } from './platform/letters.ts';
import { Refused } from './platform/refusal.ts';
import type { Routine } from './platform/jobs.ts';

/** What surrounds betting and money: safer play, teams, rewards and the inbox, put together. */
export type Community = {
  /** What the members' room asks and tells. */
  hooks: Pick<MembersOptions, 'standing' | 'onJoined' | 'onDevice'>;
  greet: Greet;
  sendLetter: SendLetter;
  handlers: Partial<Handlers>;
  routines: readonly Routine[];
};

export const createCommunity = ({ play }: { play: Play }): Community => ({
  hooks: {
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
  sendLetter: () => undefined,
  handlers: {},
  routines: [
    { name: 'limits ready', everyMs: 60_000, run: () => play.tellReady() },
    { name: 'stakes to return', everyMs: 5_000, run: () => play.finishReturns() },
  ],
});

/** Calls whose rooms are still being built. */
export const pendingHandlers = (): Handlers => {
  const refuse = (): Promise<never> => Promise.reject(new Refused('unavailable'));
  const isName = (name: string): name is RouteName => Object.hasOwn(paths, name);
  const names = Object.keys(paths).filter(isName);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(names.map((name) => [name, refuse])) as unknown as Handlers;
};
