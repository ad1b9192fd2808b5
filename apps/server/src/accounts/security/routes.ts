import type { Handlers } from '../../core/handler.ts';
import type { Members } from '../service.ts';

/** The calls that keep an account safe. */
export const securityHandlers = ({ security }: Members) =>
  ({
    changePassword: async (input, caller) => {
      await security.changePassword(input, caller);
      return {};
    },
    sessionList: (_input, caller) => security.sessionList(caller),
    sessionEnd: (input, caller) => security.sessionEnd(input, caller),
    securityInfo: (_input, caller) => security.info(caller),
    otpBegin: (input, caller) => security.otpBegin(input, caller),
    otpConfirm: (input, caller) => security.otpConfirm(input, caller),
    otpRenew: (input, caller) => security.otpRenew(input, caller),
    otpEnd: (input, caller) => security.otpEnd(input, caller),
    passkeyBegin: (input, caller) => security.passkeyBegin(input, caller),
    passkeySave: (input, caller) => security.passkeySave(input, caller),
    passkeyDel: (input, caller) => security.passkeyDel(input, caller),
    passkeyAsk: (_input, caller) => security.passkeyAsk(caller),
  }) satisfies Partial<Handlers>;
