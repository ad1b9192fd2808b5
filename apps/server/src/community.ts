import type { RouteName } from '@touchline/contract/paths';
import { paths } from '@touchline/contract/paths';
import type { Greet } from './book/events/routes.ts';
import type { Handlers } from './http/handler.ts';
import type { MembersOptions } from './members/service.ts';
import { officeTeamHandlers } from './office/team-routes.ts';
import type { Office } from './office/service.ts';
import type { SendLetter } from './platform/letters.ts';
import type { Log } from './platform/log.ts';
import { Refused } from './platform/refusal.ts';
import type { Routine } from './platform/jobs.ts';
import { openTeam, type OpenTeamOptions } from './open-team.ts';
import { teamHandlers } from './team/routes.ts';

/** What surrounds betting and money: safer play, teams, rewards and the inbox, put together. */
export type Community = {
  /** What the members' room asks and tells. */
  hooks: Pick<MembersOptions, 'standing' | 'onJoined' | 'onDevice'>;
  greet: Greet;
  sendLetter: SendLetter;
  /** Told of a member who has saved a payout method. */
  onMethod: (owner: { shard: number; memberId: string }) => Promise<void>;
  handlers: Partial<Handlers>;
  routines: readonly Routine[];
};

export type CommunityOptions = Omit<OpenTeamOptions, 'sendLetter' | 'restricted' | 'vipLevels'> & {
  log: Log;
  /** The office, of which only what is called later is used. */
  office: Pick<Office, 'audit' | 'names'>;
};

export const createCommunity = (options: CommunityOptions): Community => {
  const sendLetter: SendLetter = () => undefined;
  const team = openTeam({
    ...options,
    sendLetter,
    restricted: () => Promise.resolve(new Set()),
    vipLevels: () => Promise.resolve(new Map()),
  });
  return {
    hooks: {
      standing: async (owner) => ({ vipLevel: 0, teamLevel: await team.level(owner) }),
      onJoined: team.onJoined,
      onDevice: team.onDevice,
    },
    greet: () =>
      Promise.resolve({
        ...{ banners: [], notices: [], unread: 0 },
        checkIn: { today: false, streak: 0, open: false },
      }),
    sendLetter,
    // The method is saved whatever becomes of the look at the team.
    onMethod: (owner) =>
      team
        .onMethod(owner)
        .catch((error: unknown) => options.log.error({ err: error }, 'a shared payout method')),
    handlers: {
      ...teamHandlers({ team, currency: options.currency }),
      ...officeTeamHandlers({ team, office: options.office }),
    },
    routines: [
      { name: 'team recharges', everyMs: 30_000, run: team.refresh },
      { name: 'team commission', everyMs: 60_000, run: team.close },
      { name: 'tidy teams', everyMs: 3_600_000, run: team.tidy },
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
