import type { Handlers, Member } from '../../core/handler.ts';
import type { LiveHub } from '../../core/live/hub.ts';
import { visitor } from '../../core/live/ticket.ts';
import { signDated, type Receipts } from '../../core/public-log/receipts.ts';
import { securityHandlers } from '../security/routes.ts';
import type { Members } from '../service.ts';
import type { SignIn } from '../sessions.ts';
import type { UserView } from './user.ts';

/** The calls of accounts and sessions. */
export const memberHandlers = ({
  members,
  userOf,
  live,
  receipts,
}: {
  members: Members;
  userOf: UserView;
  live: LiveHub;
  receipts: Pick<Receipts, 'sign'>;
}) => {
  const signedIn = async ({ member, session }: SignIn) => ({ ...session, user: await userOf(member) });
  const userInfo = async ({ id }: Member) => userOf(await members.find(id));
  return {
    ...securityHandlers(members),
    register: async (input, caller) => {
      const begun = await members.register(input, caller);
      const { id: memberId, shard } = begun.member;
      const grant = await members.grantOf({ shard, memberId });
      return {
        ...(await signedIn(begun)),
        receipts: await signDated(receipts, grant === undefined ? [] : [grant]),
      };
    },
    login: async (input, caller) => signedIn(await members.signIn(input, caller)),
    loginByCode: async (input, caller) => signedIn(await members.loginByCode(input, caller)),
    passkeyLogin: async (input, caller) => signedIn(await members.passkeySignIn(input, caller)),
    refreshToken: ({ refreshToken }) => members.refresh(refreshToken),
    logout: async (_input, { member }) => {
      await members.signOut(member);
      return {};
    },
    userInfo: (_input, { member }) => userInfo(member),
    identitySave: async (input, { member }) => {
      await members.identitySave(member, input);
      return userInfo(member);
    },
    sendCode: (input, caller) => members.sendCode(input, caller),
    resetPassword: async (input, caller) => {
      await members.resetPassword(input, caller);
      return {};
    },
    profileSave: async (input, { member }) => {
      await members.profileSave(member, input);
      return userInfo(member);
    },
    contactSave: async (input, caller) => {
      await members.contactSave(caller.member, input, caller);
      return userInfo(caller.member);
    },
    termsAccept: async ({ version }, caller) => {
      await members.termsAccept(caller.member, version, caller);
      return userInfo(caller.member);
    },
    liveTicket: (_input, { member, lan }) => Promise.resolve(live.ticket({ ...member, lan })),
    visitorTicket: () => Promise.resolve(live.ticket(visitor)),
  } satisfies Partial<Handlers>;
};
