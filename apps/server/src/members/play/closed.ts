import type { Handlers } from '../../http/handler.ts';
import type { Play } from './service.ts';

/** Calls that give or invite, and are closed while a restriction lasts. Stakes and recharges are judged where money moves. */
export const closedNames = ['checkIn', 'inviteInfo'] as const;

/** The same handlers, closed for members who are kept from playing. */
export const closeWhileRestricted = (handlers: Handlers, play: Pick<Play, 'assertOpen'>): Handlers => ({
  ...handlers,
  checkIn: async (input, caller) => {
    await play.assertOpen({ shard: caller.member.shard, memberId: caller.member.id });
    return handlers.checkIn(input, caller);
  },
  inviteInfo: async (input, caller) => {
    await play.assertOpen({ shard: caller.member.shard, memberId: caller.member.id });
    return handlers.inviteInfo(input, caller);
  },
});
