import { newId } from '../../core/ids.ts';
import { officeCases } from '../../testing/access-cases/office-cases.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import type { Rows } from './kinds.ts';
import { codeOf, page, type WatchedSite } from './watched-site.ts';

const noIds = { not: 'no ids in the input: the call acts on the caller' };

/** Signing in, and the safety of the caller's account. */
export const signInRows = (site: () => WatchedSite): Rows => {
  const cases = officeCases(site);
  const row = {
    own: { not: 'the call acts on the caller, and no other operator decides' },
    stale: { not: 'has no version: acts on the current state' },
    forged: noIds,
    words: { not: 'what is typed is kept nowhere' },
    against: { not: 'it is about an account, of which no feed says anything' },
  };
  const asked = { ...row, alone: true } as const;
  /** Ids of another operator's passkey and of none. Wrong passwords and codes are in refusals.pg.test.ts. */
  const somebodyElses = async () => {
    const { id } = await site().withPasskey(await site().operator(['trader']));
    return [id, newId(), 'x', "' or 1=1 --"];
  };

  return {
    officeLogin: {
      ...row,
      input: () => cases.officeLogin.input(),
      twice: { not: 'each sign-in is a session of its own' },
      forged: {
        account: { reason: 'wrong_credentials', values: async () => [newId(), site().owner.account] },
      },
    },
    officeFirst: {
      ...row,
      input: () => cases.officeFirst.input(),
      refused: { reason: 'code_wrong', not: 'there are operators: first.pg.test.ts makes the first' },
      twice: { not: 'first.pg.test.ts has two at once' },
    },
    officeAccessAsk: {
      ...row,
      input: () => cases.officeAccessAsk.input(),
      twice: { not: 'each request is one, with a code of its own' },
    },
    officePasswordSet: {
      ...row,
      input: () => cases.officePasswordSet.input(),
      refused: { reason: 'code_wrong', not: 'nobody has a link: password-links.pg.test.ts uses some' },
      twice: { not: 'password-links.pg.test.ts has two at once' },
    },
    officePasskeyAsk: {
      ...row,
      input: () => ({}),
      twice: { not: 'it only asks' },
    },
    officePasskeyLogin: {
      ...row,
      input: async () => {
        const { phone } = await site().withPasskey(await site().operator(['trader']));
        const { data } = await site().call('officePasskeyAsk', {});
        return { challenge: data.challenge, response: phone.get(data.options, page) };
      },
      twice: { losers: ['passkey_wrong'] },
      forged: { challenge: { reason: 'passkey_wrong' } },
    },
    officeLogout: {
      ...asked,
      input: () => ({}),
      twice: { losers: ['sign_in'], same: 'the session ends once' },
    },
    officePasswordRenew: {
      ...asked,
      input: ({ password }) => ({ password, newPassword: 'granite-74-hill' }),
      twice: { losers: ['wrong_credentials', 'sign_in'] },
    },
    officeOtpBegin: {
      ...asked,
      input: ({ password }) => ({ password }),
      twice: { not: 'nothing counts before a code was given, and then the last' },
    },
    officeOtpConfirm: {
      ...asked,
      input: async (by) => {
        const { secret } = await site().askAs(by, 'officeOtpBegin', { password: by.password });
        return { otp: codeOf(secret) };
      },
      twice: { losers: ['otp_state', 'otp_wrong'] },
    },
    officeOtpRenew: {
      ...asked,
      input: async (by) => {
        const { recovery } = await site().withTotp(by);
        return { password: by.password, otp: recovery[0] };
      },
      twice: { losers: ['otp_wrong'] },
    },
    officePasskeyBegin: {
      ...asked,
      input: ({ password }) => ({ password }),
      twice: { not: 'nothing counts before the passkey is handed in' },
    },
    officePasskeySave: {
      ...asked,
      input: async (by) => {
        const { challenge, options } = await site().askAs(by, 'officePasskeyBegin', {
          password: by.password,
        });
        return { challenge, name: 'Key', response: createAuthenticator().make(options, page) };
      },
      twice: { losers: ['passkey_wrong'] },
      forged: { challenge: { reason: 'passkey_wrong' } },
      words: ['name'],
    },
    officePasskeyName: {
      ...asked,
      input: async (by) => ({ id: (await site().withPasskey(by)).id, name: 'Key' }),
      twice: { not: 'the last name stays, and each is on record' },
      forged: { id: { reason: 'not_found', values: somebodyElses } },
      words: ['name'],
    },
    officePasskeyDel: {
      ...asked,
      input: async (by) => {
        await site().withPasskey(by);
        return { id: (await site().withPasskey(by)).id, password: by.password };
      },
      twice: { losers: ['not_found'] },
      forged: { id: { reason: 'not_found', values: somebodyElses } },
    },
    officeSessionEnd: {
      ...asked,
      input: async ({ account, password }) => {
        const { data } = await site().call('officeLogin', { account, password });
        const token = data.token;
        const { list } = await site().askAs({ token }, 'officeSessionList');
        const [present] = Array.isArray(list) ? list : [];
        return { id: String(present?.id) };
      },
      twice: { losers: ['not_found'] },
      forged: {
        id: {
          reason: 'not_found',
          values: async () => {
            const { list } = await site().askAs(await site().one('trader'), 'officeSessionList');
            const [other] = Array.isArray(list) ? list : [];
            return [String(other?.id), newId(), 'x', "' or 1=1 --"];
          },
        },
      },
    },
  };
};
