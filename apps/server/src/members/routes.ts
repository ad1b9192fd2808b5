import type { Handlers } from '../platform/handler.ts';
import type { LiveHub } from '../platform/live/hub.ts';
import { securityHandlers, type SecurityHandlers } from './security/routes.ts';
import type { Members } from './service.ts';

export type MemberHandlers = Pick<
  Handlers,
  | 'register'
  | 'login'
  | 'logout'
  | 'refreshToken'
  | 'userInfo'
  | 'identitySave'
  | 'liveTicket'
  | 'sendCode'
  | 'loginByCode'
  | 'resetPassword'
  | 'profileSave'
  | 'contactSave'
  | 'termsAccept'
> &
  SecurityHandlers;

/** The calls of accounts and sessions. */
export const memberHandlers = ({
  members,
  live,
}: {
  members: Members;
  live: Pick<LiveHub, 'ticket'>;
}): MemberHandlers => ({
  ...securityHandlers(members),
  register: (input, caller) => members.register(input, caller),
  login: (input, caller) => members.signIn(input, caller),
  refreshToken: ({ refreshToken }) => members.refresh(refreshToken),
  logout: async (_input, { member }) => {
    await members.signOut(member);
    return {};
  },
  userInfo: (_input, { member }) => members.userInfo(member),
  identitySave: (input, { member }) => members.identitySave(member, input),
  sendCode: (input, caller) => members.sendCode(input, caller),
  loginByCode: (input, caller) => members.loginByCode(input, caller),
  resetPassword: async (input, caller) => {
    await members.resetPassword(input, caller);
    return {};
  },
  profileSave: (input, { member }) => members.profileSave(member, input),
  contactSave: (input, caller) => members.contactSave(caller.member, input, caller),
  termsAccept: ({ version }, caller) => members.termsAccept(caller.member, version, caller),
  liveTicket: (_input, { member, lan }) => Promise.resolve(live.ticket({ ...member, lan })),
});
