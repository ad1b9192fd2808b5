import type { officeSignInRoutes } from '@touchline/contract/routes/office-sign-in';
import { operatorRoles } from '@touchline/contract/shapes/office';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf, type OfficeCase } from './kinds.ts';

const everyone = { input: nothing, may: 'done', roles: operatorRoles } satisfies OfficeCase;
/** A case that needs the password of a new operator. */
const asked = (may: OfficeCase['may'], more: Record<string, unknown> = {}): OfficeCase => ({
  roles: operatorRoles,
  may,
  ends: true,
  input: (password) => ({ password, ...more }),
});

/** Cases of the calls for signing in and account security of operators; successful calls are tested elsewhere. */
export const officeSignInCases = (site: () => OwnedData): CasesOf<keyof typeof officeSignInRoutes> => ({
  officeLogin: {
    input: async () => {
      const { account, password } = await site().operator(['auditor']);
      return { account, password };
    },
    nobody: 'done',
  },
  officeFirst: {
    input: () => ({ code: 'x'.repeat(43), account: 'first', password: 'stone-74-hill' }),
    nobody: 'code_wrong',
  },
  officeAccessAsk: { input: () => ({ account: 'new.colleague', password: 'stone-74-hill' }), nobody: 'done' },
  officePasswordSet: {
    input: () => ({ code: 'x'.repeat(43), password: 'stone-74-hill' }),
    nobody: 'code_wrong',
  },
  officePasskeyAsk: { input: nothing, nobody: 'done' },
  officePasskeyLogin: { input: () => ({ challenge: newId(), response: {} }), nobody: 'passkey_wrong' },
  officeLogout: { ...everyone, ends: true },
  officeMe: everyone,
  officePasswordRenew: asked('done', { newPassword: 'stone-74-hill' }),
  officeOtpBegin: asked('done'),
  officeOtpConfirm: { ...everyone, input: () => ({ otp: '000000' }), may: 'otp_state' },
  officeOtpRenew: asked('otp_state'),
  officePasskeyBegin: asked('done'),
  officePasskeySave: {
    ...everyone,
    input: () => ({ challenge: newId(), name: 'Key', response: {} }),
    may: 'passkey_wrong',
  },
  officePasskeyName: { ...everyone, input: () => ({ id: newId(), name: 'Key' }), may: 'not_found' },
  officePasskeyDel: asked('not_found', { id: newId() }),
  officeSessionList: everyone,
  officeSessionEnd: { ...everyone, input: () => ({ others: true }) },
  officeOperatorSignOut: {
    roles: ['owner'],
    input: async () => ({ id: (await site().operator(['cashier'])).id }),
    may: 'done',
  },
});
