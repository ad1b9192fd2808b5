import { limits } from '@touchline/contract/limits';
import type { NoticeBox } from '@touchline/contract/kinds';
import type { Unread } from '@touchline/contract/shapes/inbox';
import type { Handlers, Member } from '../core/handler.ts';
import { Refused } from '../core/refusal.ts';
import type { Inbox } from './service.ts';
import { ownerOf } from '../core/owner.ts';
import { pageOfList, sliceOf } from '../core/pages.ts';

/** Exactly one of both: an id, or all. @throws Refused `validation` */
const whichOf = ({ id, all }: { id?: string; all?: true }): { id: string } | { all: true } => {
  if (id !== undefined && all === undefined) return { id };
  if (all !== undefined && id === undefined) return { all };
  throw new Refused('validation', { rules: id === undefined ? { id: 'required' } : { all: 'unknown' } });
};

const unreadToWire = (boxes: Unread) => ({ unread: boxes.system + boxes.letter, boxes });

/** The members' calls about messages. */
export const inboxHandlers = (inbox: Inbox) => {
  const { notices, push, help, support, shown, choices, favourites } = inbox;
  const readerOf = (member: Member, lan: Parameters<typeof inbox.greet>[0]['lan']) => ({
    ...ownerOf(member),
    lan,
  });

  return {
    noticeList: async ({ box, page = 1, limit = limits.listLimitDefault }, { member, lan }) => ({
      ...(await notices.list(readerOf(member, lan), box, sliceOf({ page, limit }))),
      page,
      limit,
    }),
    noticeRead: async ({ box, bets, ...which }, { member, lan }) => {
      const reader = readerOf(member, lan);
      if (bets === true && which.id === undefined && which.all === undefined) {
        return unreadToWire(await notices.readBets(reader));
      }
      return unreadToWire(await notices.read(reader, whichOf(which), box));
    },
    noticeDel: async ({ box, ...which }: { box: NoticeBox; id?: string; all?: true }, { member, lan }) =>
      unreadToWire(await notices.remove(readerOf(member, lan), whichOf(which), box)),

    alertInfo: (_input, { member }) => choices.info(ownerOf(member)),
    alertSave: (input, { member }) => choices.save(ownerOf(member), input),
    favouriteList: (_input, { member }) => favourites.list(ownerOf(member)),
    favouriteSave: (input, { member }) => favourites.save(ownerOf(member), input),

    pushInfo: (_input, { member }) => push.info(ownerOf(member)),
    pushSave: async (input, { member }) => {
      await push.save(ownerOf(member), input);
      return {};
    },
    pushDel: async ({ endpoint }, { member }) => {
      await push.remove(ownerOf(member), endpoint);
      return {};
    },

    helpList: async ({ q, ...asked }, { lan }) => pageOfList(await help.list(lan, q), asked),
    supportList: async (asked, { lan, member }) =>
      pageOfList(await support.list(lan, member ? ownerOf(member) : undefined), asked),
    companyProfile: (_input, { lan }) => inbox.company.read(lan),
    activityList: async (asked, { lan, member }) => {
      const isKept = member ? (await inbox.restricted([member.id])).has(member.id) : false;
      return pageOfList(isKept ? [] : await shown.activities(lan), asked);
    },
  } satisfies Partial<Handlers>;
};
