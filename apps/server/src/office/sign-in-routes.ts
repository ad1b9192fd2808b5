import { routes } from '@touchline/contract/routes';
import type { officeSignInRoutes } from '@touchline/contract/routes/office-sign-in';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { Handlers } from '../core/handler.ts';
import type { Office } from './service.ts';
import { idleMinutes, type SignedIn } from './sign-in.ts';
import { operatorToWire } from './wire.ts';

/** The calls of the office that roles open, by name. */
export const callsOf = (roles: readonly OperatorRole[]): string[] =>
  Object.values(routes).flatMap((route) =>
    route.roles.some((role) => roles.includes(role)) ? [route.name] : [],
  );

/** The calls for signing in and for the security of operators' accounts. */
export const officeSignInHandlers = ({
  office,
}: {
  office: Office;
}): Pick<Handlers, keyof typeof officeSignInRoutes> => {
  const { sessions, operators, ownAccount, ownSessions, passkeys } = office;

  const signedIn = async ({ token, expiresAt, operatorId }: SignedIn) => {
    const operator = await operators.find(operatorId);
    return {
      token,
      expiresAt: expiresAt.toISOString(),
      operator: operatorToWire(operator),
      calls: callsOf(operator.roles),
    };
  };

  return {
    officeLogin: async (input, caller) => signedIn(await sessions.signIn(input, caller)),
    officeFirst: async (input, { address }) => ({
      operator: operatorToWire(await office.first.use(input, address)),
    }),
    officeAccessAsk: async (input, { address }) => {
      const { code, expiresAt } = await office.access.ask(input, address);
      return { code, expiresAt: expiresAt.toISOString() };
    },
    officePasswordSet: (input, { address }) => office.passwordLinks.use(input, address),
    officePasskeyAsk: (_input, caller) => passkeys.ask(caller),
    officePasskeyLogin: async (input, caller) => signedIn(await sessions.signInByPasskey(input, caller)),
    officeLogout: async (_input, { operator, address }) => {
      await sessions.signOut(operator, address);
      return {};
    },
    officeMe: async (_input, who) => ({
      ...operatorToWire(await operators.find(who.operator.id)),
      calls: callsOf(who.operator.roles),
      secondFactor: await ownAccount.secondFactor(who.operator.id),
      idleMinutes,
      ownerAlone: await office.ownerAlone.read(),
      expiresAt: (await ownSessions.expiresAt(who)).toISOString(),
    }),
    officePasswordRenew: async (input, who) => {
      await ownAccount.renewPassword(input, who);
      return {};
    },

    officeOtpBegin: (input, who) => ownAccount.otpBegin(input, who),
    officeOtpConfirm: (input, who) => ownAccount.otpConfirm(input, who),
    officeOtpRenew: (input, who) => ownAccount.otpRenew(input, who),
    officePasskeyBegin: (input, who) => ownAccount.passkeyBegin(input, who),
    officePasskeySave: (input, who) => ownAccount.passkeySave(input, who),
    officePasskeyName: (input, who) => ownAccount.passkeyName(input, who),
    officePasskeyDel: (input, who) => ownAccount.passkeyDel(input, who),

    officeSessionList: (_input, who) => ownSessions.list(who),
    officeSessionEnd: (input, who) => ownSessions.end(input, who),
    officeOperatorSignOut: async ({ id }, by) => ({ ended: await operators.signOut(id, by) }),
  };
};
