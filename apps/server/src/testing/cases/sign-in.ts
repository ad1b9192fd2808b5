import { operatorRoles } from '@touchline/contract/shapes/office';
import { newId } from '../../core/ids.ts';
import { createAuthenticator } from '../authenticator.ts';
import { codeOf, page, type OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type MakeInput, type OfficeCases } from './kinds.ts';

const newPassword = 'stone-74-hill';
const code = 'x'.repeat(43);
const askPassword: MakeInput = ({ password }) => ({ password });

/** Cases of the calls for signing in, and for the safety of the caller's account. */
export const signInCases = (site: () => OwnedData) => {
  const row = {
    own: { not: 'the call acts on the caller, and no other operator decides' },
    stale: { not: 'has no version: acts on the current state' },
    forged: { not: 'no ids in the input: the call acts on the caller' },
    words: { not: 'what is typed is kept nowhere' },
  };
  const everyone = { roles: operatorRoles, input: nothing } as const;
  const account = { ...row, roles: operatorRoles, ends: true } as const;
  /** Ids of another operator's passkey and of none. Wrong passwords and codes are in refusals.pg.test.ts. */
  const ofAnother = async () => {
    const { id } = await site().withPasskey(await site().operator(['trader']));
    return [id, newId(), 'x', "' or 1=1 --"];
  };
  const sessionOf = async (by: { token: string }) =>
    String((await site().askAs(by, 'officeSessionList')).list[0]?.id);

  return {
    officeLogin: {
      ...row,
      input: async () => {
        const { account: name, password } = await site().operator(['auditor']);
        return { account: name, password };
      },
      twice: { not: 'each sign-in is a session of its own' },
      forged: {
        account: { reason: 'wrong_credentials', values: async () => [newId(), site().owner.account] },
      },
    },
    officeFirst: {
      ...row,
      // There are operators: first.pg.test.ts makes the first.
      input: () => ({ code, account: 'first', password: newPassword }),
      refused: 'code_wrong',
      twice: { not: 'first.pg.test.ts has two at once' },
    },
    officeAccessAsk: {
      ...row,
      input: () => ({ account: 'new.colleague', password: newPassword }),
      twice: { not: 'each request is one, with a code of its own' },
    },
    officePasswordSet: {
      ...row,
      // No one has a link: password-links.pg.test.ts uses some.
      input: () => ({ code, password: newPassword }),
      refused: 'code_wrong',
      twice: { not: 'password-links.pg.test.ts has two at once' },
    },
    officePasskeyAsk: { ...row, input: nothing, twice: { not: 'it only asks' } },
    officePasskeyLogin: {
      ...row,
      input: async () => {
        const { phone } = await site().withPasskey(await site().operator(['trader']));
        const { challenge, options } = await site().ask('officePasskeyAsk');
        return { challenge, response: phone.get(options, page) };
      },
      twice: { losers: ['passkey_wrong'] },
      forged: { challenge: 'passkey_wrong' },
    },
    officeLogout: {
      ...account,
      input: nothing,
      twice: { losers: ['sign_in'], same: 'the session ends once' },
    },
    officeMe: everyone,
    officePasswordRenew: {
      ...account,
      input: ({ password }) => ({ password, newPassword }),
      twice: { losers: ['wrong_credentials', 'sign_in'] },
    },
    officeOtpBegin: {
      ...account,
      input: askPassword,
      twice: { not: 'nothing counts before a code was given, and then the last' },
    },
    officeOtpConfirm: {
      ...account,
      input: async (by) => {
        const { secret } = await site().askAs(by, 'officeOtpBegin', { password: by.password });
        return { otp: codeOf(secret) };
      },
      twice: { losers: ['otp_state', 'otp_wrong'] },
    },
    officeOtpRenew: {
      ...account,
      input: async (by) => {
        const [otp] = await site().withTotp(by);
        return { password: by.password, otp };
      },
      twice: { losers: ['otp_wrong'] },
    },
    officePasskeyBegin: {
      ...account,
      input: askPassword,
      twice: { not: 'nothing counts before the passkey is handed in' },
    },
    officePasskeySave: {
      ...account,
      input: async (by) => {
        const given = { password: by.password };
        const { challenge, options } = await site().askAs(by, 'officePasskeyBegin', given);
        return { challenge, name: 'Key', response: createAuthenticator().make(options, page) };
      },
      twice: { losers: ['passkey_wrong'] },
      forged: { challenge: 'passkey_wrong' },
      words: ['name'],
    },
    officePasskeyName: {
      ...account,
      input: async (by) => ({ id: (await site().withPasskey(by)).id, name: 'Key' }),
      twice: { not: 'the last name stays, and each is logged' },
      forged: { id: { reason: 'not_found', values: ofAnother } },
      words: ['name'],
    },
    officePasskeyDel: {
      ...account,
      input: async (by) => {
        await site().withPasskey(by);
        return { id: (await site().withPasskey(by)).id, password: by.password };
      },
      twice: { losers: ['not_found'] },
      forged: { id: { reason: 'not_found', values: ofAnother } },
    },
    officeSessionList: everyone,
    officeSessionEnd: {
      ...account,
      input: async (by) => {
        const { token } = await site().ask('officeLogin', { account: by.account, password: by.password });
        return { id: await sessionOf({ token }) };
      },
      twice: { losers: ['not_found'] },
      forged: {
        id: {
          reason: 'not_found',
          values: async () => [await sessionOf(await site().one('trader')), newId(), 'x', "' or 1=1 --"],
        },
      },
    },
  } satisfies OfficeCases;
};
