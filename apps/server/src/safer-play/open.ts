import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Members } from '../accounts/index.ts';
import type { Handlers, Member } from '../core/handler.ts';
import { isId } from '../core/ids.ts';
import type { Context, Module } from '../core/module.ts';
import { ownerOf } from '../core/owner.ts';
import type { Wallet } from '../ledger/index.ts';
import { helpLinesFor } from './help-lines.ts';
import { LimitMemory } from './limit-memory.ts';
import { Play, type PlayServices } from './service.ts';

/** Opens what placing needs of safer play: the limits and restrictions of members, kept in memory. */
export const openMemberLimits = (context: Context, { wallet }: { wallet: Wallet }) => ({
  service: new LimitMemory(context, wallet),
});

/** Opens safer play: limits, restrictions and reality checks. */
export const openPlay = (context: Context, services: PlayServices) => {
  const play = new Play(context, services);
  return {
    service: play,
    handlers: playHandlers(play, services.members),
    routines: [
      { name: 'limits ready', everyMs: 60_000, run: () => play.tellReady() },
      { name: 'stakes to return', everyMs: 5_000, run: () => play.finishReturns() },
    ],
  } satisfies Module;
};

/** The calls of safer play. */
const playHandlers = (play: Play, members: Members) => {
  /** Does something and answers with the state afterwards. */
  const then = async (member: Member, work: Promise<unknown>) => {
    await work;
    return play.info(ownerOf(member));
  };
  /** The same for what is signed. */
  const signed = async (member: Member, work: Promise<Receipt | undefined>) => {
    const receipt = await work;
    return { ...(await play.info(ownerOf(member))), receipt };
  };
  // An invalid id matches no row.
  const idOf = (id: string): string => (isId(id) ? id : '00000000-0000-0000-0000-000000000000');
  return {
    playInfo: (_input, { member }) => play.info(ownerOf(member)),
    playLimitSave: (input, { member }) => signed(member, play.limitSave(ownerOf(member), input)),
    playLimitConfirm: ({ id }, { member }) => signed(member, play.limitConfirm(ownerOf(member), idOf(id))),
    playLimitCancel: ({ id }, { member }) => signed(member, play.limitCancel(ownerOf(member), idOf(id))),
    playTimeOut: ({ length }, { member }) => signed(member, play.timeOut(ownerOf(member), length)),
    playExclude: async ({ length, password }, { member, address }) => {
      await members.checkPassword({ memberId: member.id, password, address });
      return signed(member, play.exclude(ownerOf(member), length, { except: member.sessionId }));
    },
    playReturn: (_input, { member }) => signed(member, play.askReturn(ownerOf(member))),
    realitySave: ({ minutes }, { member }) => then(member, play.realitySave(ownerOf(member), minutes)),
    realitySeen: (_input, { member }) => then(member, play.realitySeen(ownerOf(member))),
    playStatement: (input, { member }) => play.statement(ownerOf(member), input),
    helpLines: ({ country }) => Promise.resolve({ list: helpLinesFor(country) }),
  } satisfies Partial<Handlers>;
};
