import { operatorRoles } from '@touchline/contract/shapes/office';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { contentCases } from './content-cases.ts';
import { houseTextCases } from './house-text-cases.ts';
import { officeViewCases } from './office-view-cases.ts';
import { importCases } from './import-cases.ts';
import { liabilityCases } from './liability-cases.ts';
import { nameCases } from './name-cases.ts';
import { offerCases } from './offer-cases.ts';
import { officeSignInCases } from './office-sign-in-cases.ts';
import { peopleCases } from './people-cases.ts';
import { settingCases } from './setting-cases.ts';
import { tradingCases } from './trading-cases.ts';
import { growthCases } from './growth-cases.ts';
import { nothing, type CasesOf, type OfficeRoute } from './kinds.ts';

const reading = { input: nothing, may: 'done' } as const;
const texts = { en: { title: 'For the test', body: '' } };
let names = 0;

/** Cases of the calls of the office. */
export const officeCases = (site: () => OwnedData): CasesOf<OfficeRoute> => ({
  ...officeViewCases(site),
  ...contentCases(site),
  ...houseTextCases(site),
  ...peopleCases(site),
  ...growthCases(site),
  ...offerCases(site),
  ...importCases(site),
  ...nameCases(),
  ...liabilityCases(site),
  officeHouse: { ...reading, roles: operatorRoles },
  officeHouseMatches: { ...reading, roles: operatorRoles },
  officeHouseDays: { ...reading, roles: ['owner', 'cashier', 'auditor'] },
  ...officeSignInCases(site),
  officePlayDetail: {
    roles: ['support', 'auditor'],
    input: () => ({ member: site().owner.id }),
    may: 'done',
  },
  officePlayExclude: {
    roles: ['support'],
    input: async () => ({
      member: (await site().newcomer()).id,
      length: '6m',
      reason: 'Asked for it by telephone',
    }),
    may: 'done',
  },
  officeLetterSend: {
    roles: ['content', 'support'],
    input: () => ({ key: newId(), member: site().owner.id, texts }),
    may: 'done',
  },
  officeOperatorList: { ...reading, roles: ['owner', 'auditor'] },
  officeOperatorSave: {
    roles: ['owner'],
    input: async () => {
      const account = `new-operator${names++}`;
      return { account, roles: ['auditor'], code: await site().accessCode(account) };
    },
    may: 'done',
  },
  officeFactorEnd: {
    roles: ['owner'],
    input: async () => ({
      id: (await site().operator(['cashier'])).id,
      version: 0,
      reason: 'Lost the telephone',
    }),
    may: 'otp_state',
  },
  officeOperatorProposals: { ...reading, roles: ['owner', 'auditor'] },
  officeOperatorDecide: {
    roles: ['owner'],
    input: async () => ({ id: await site().operatorProposal(), version: 0, decision: 'refuse' }),
    may: 'done',
  },
  officeOwnerAlone: { roles: ['owner'], input: () => ({}), may: 'outdated' },
  officeOwnerAloneStop: {
    roles: ['owner', 'trader', 'cashier', 'support', 'content'],
    input: () => ({}),
    may: 'outdated',
  },
  officeIdentityList: { ...reading, roles: ['cashier', 'auditor'] },
  officeIdentityDetail: {
    roles: ['cashier', 'auditor'],
    input: async () => ({ id: await site().identity() }),
    may: 'done',
  },
  officeIdentityDecide: {
    roles: ['cashier'],
    input: async () => ({ id: await site().identity(), version: 0, decision: 'refuse', reason: 'other' }),
    may: 'done',
  },
  officeAdjustmentList: { ...reading, roles: ['cashier', 'owner', 'auditor'] },
  officeAdjustmentAdd: {
    roles: ['cashier', 'owner'],
    input: () => ({ key: newId(), member: site().owner.id, amount: '1', reason: 'For the test' }),
    may: 'done',
  },
  officeAdjustmentDecide: {
    roles: ['cashier', 'owner'],
    input: async () => ({
      id: await site().adjustment(),
      version: 0,
      decision: 'apply',
      walletVersion: await site().walletVersion(),
    }),
    may: 'done',
  },
  officeAuditList: { ...reading, roles: ['auditor'] },
  officeRechargeList: { ...reading, roles: ['cashier', 'auditor'] },
  officeRechargeDetail: {
    roles: ['cashier', 'auditor'],
    input: async () => ({ member: site().owner.id, id: await site().recharge() }),
    may: 'done',
  },
  officePaymentDecide: {
    roles: ['cashier'],
    input: async () => ({ ...(await site().payment()), decision: 'credit' }),
    may: 'done',
  },
  officeRechargeReject: {
    roles: ['cashier'],
    input: async () => {
      const id = await site().recharge();
      const version = await site().version('recharge', id);
      return { member: site().owner.id, id, version, reason: 'not_received' };
    },
    may: 'done',
  },
  officeWithdrawList: { ...reading, roles: ['cashier', 'auditor'] },
  officeWithdrawDetail: {
    roles: ['cashier', 'auditor'],
    input: async () => {
      const { member, id } = await site().withdrawal();
      return { member, id };
    },
    may: 'done',
  },
  officeWithdrawDecide: {
    roles: ['cashier'],
    input: async () => ({ ...(await site().withdrawal()), decision: 'approve' }),
    may: 'done',
  },
  officeWithdrawPaid: {
    roles: ['cashier'],
    input: async () => ({ ...(await site().withdrawal('approved')), reference: newId() }),
    may: 'done',
  },
  officeWithdrawFinish: {
    roles: ['cashier'],
    input: () => site().withdrawal('approved', 'paid'),
    may: 'done',
  },
  officeWithdrawReturned: {
    roles: ['cashier'],
    input: async () => ({ ...(await site().withdrawal('approved', 'paid')), reason: 'returned_by_bank' }),
    may: 'done',
  },
  officePayoutHold: { ...reading, roles: ['cashier', 'auditor'] },
  officePayoutCompare: {
    roles: ['cashier'],
    input: () => ({ references: ['BANK 1'] }),
    may: 'done',
  },
  officePayoutRelease: {
    roles: ['cashier'],
    input: async () => ({
      version: await site().payoutHold(),
      references: [],
      unknown: [],
      note: 'For the test, nothing was paid',
    }),
    may: 'done',
  },
  officeRailList: { ...reading, roles: ['cashier', 'auditor'] },
  officeOutboxList: { ...reading, roles: ['support', 'auditor', 'owner'] },
  officeOutboxOpen: {
    roles: ['support', 'auditor', 'owner'],
    input: () => ({ id: newId() }),
    may: 'not_found',
  },
  officeLikenessList: { ...reading, roles: ['support', 'auditor'] },
  officeLikenessDecide: {
    roles: ['support'],
    input: async () => ({ id: await site().likeness(), version: 0, decision: 'confirm' }),
    may: 'done',
  },
  officeTeamRules: { ...reading, roles: ['support', 'cashier', 'auditor', 'owner'] },
  officeTeamRulesSave: {
    roles: ['owner'],
    input: async () => ({ levels: await site().teamLevels(), seen: '1', reason: 'For the test' }),
    may: 'done',
  },
  officeTeamFlagList: { ...reading, roles: ['support', 'auditor'] },
  officeTeamFlagDecide: {
    roles: ['support'],
    input: async () => ({ id: await site().teamFlag(), version: 0, decision: 'confirm' }),
    may: 'done',
  },
  ...tradingCases(site),
  ...settingCases(site),
  officeMemberFind: {
    roles: ['cashier', 'support', 'owner', 'auditor'],
    input: () => ({ q: site().owner.account }),
    may: 'done',
  },
});
