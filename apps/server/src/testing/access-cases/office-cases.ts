import { newId } from '../../platform/ids.ts';
import type { AccessWorld } from '../access-world.ts';
import { contentCases } from './content-cases.ts';
import { houseTextCases } from './house-text-cases.ts';
import { officeViewCases } from './office-view-cases.ts';
import { importCases } from './import-cases.ts';
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
export const officeCases = (world: () => AccessWorld): CasesOf<OfficeRoute> => ({
  ...officeViewCases(world),
  ...contentCases(world),
  ...houseTextCases(world),
  ...peopleCases(world),
  ...growthCases(world),
  ...offerCases(world),
  ...importCases(world),
  ...nameCases(),
  ...officeSignInCases(world),
  officePlayDetail: {
    roles: ['support', 'auditor'],
    input: () => ({ member: world().owner.id }),
    may: 'done',
  },
  officePlayExclude: {
    roles: ['support'],
    input: async () => ({
      member: (await world().newcomer()).id,
      length: '6m',
      reason: 'Asked for it by telephone',
    }),
    may: 'done',
  },
  officeLetterSend: {
    roles: ['content', 'support'],
    input: () => ({ key: newId(), member: world().owner.id, texts }),
    may: 'done',
  },
  officeOperatorList: { ...reading, roles: ['owner', 'auditor'] },
  officeOperatorSave: {
    roles: ['owner'],
    input: () => ({ account: `new-operator${names++}`, roles: ['auditor'] }),
    may: 'done',
  },
  officeFactorEnd: {
    roles: ['owner'],
    input: async () => ({
      id: (await world().operator(['cashier'])).id,
      version: 0,
      reason: 'Lost the telephone',
    }),
    may: 'otp_state',
  },
  officeOperatorProposals: { ...reading, roles: ['owner', 'auditor'] },
  officeOperatorDecide: {
    roles: ['owner'],
    input: async () => ({ id: await world().operatorProposal(), version: 0, decision: 'refuse' }),
    may: 'done',
  },
  officeIdentityList: { ...reading, roles: ['cashier', 'auditor'] },
  officeIdentityDetail: {
    roles: ['cashier', 'auditor'],
    input: async () => ({ id: await world().identity() }),
    may: 'done',
  },
  officeIdentityDecide: {
    roles: ['cashier'],
    input: async () => ({ id: await world().identity(), version: 0, decision: 'refuse', reason: 'other' }),
    may: 'done',
  },
  officeAdjustmentList: { ...reading, roles: ['cashier', 'owner', 'auditor'] },
  officeAdjustmentAdd: {
    roles: ['cashier', 'owner'],
    input: () => ({ key: newId(), member: world().owner.id, amount: '1', reason: 'For the test' }),
    may: 'done',
  },
  officeAdjustmentDecide: {
    roles: ['cashier', 'owner'],
    input: async () => ({
      id: await world().adjustment(),
      version: 0,
      decision: 'apply',
      walletVersion: await world().walletVersion(),
    }),
    may: 'done',
  },
  officeAuditList: { ...reading, roles: ['auditor'] },
  officeRechargeList: { ...reading, roles: ['cashier', 'auditor'] },
  officeRechargeDetail: {
    roles: ['cashier', 'auditor'],
    input: async () => ({ member: world().owner.id, id: await world().recharge() }),
    may: 'done',
  },
  officePaymentDecide: {
    roles: ['cashier'],
    input: async () => ({ ...(await world().payment()), decision: 'credit' }),
    may: 'done',
  },
  officeRechargeReject: {
    roles: ['cashier'],
    input: async () => {
      const id = await world().recharge();
      const version = await world().version('recharge', id);
      return { member: world().owner.id, id, version, reason: 'not_received' };
    },
    may: 'done',
  },
  officeWithdrawList: { ...reading, roles: ['cashier', 'auditor'] },
  officeWithdrawDetail: {
    roles: ['cashier', 'auditor'],
    input: async () => {
      const { member, id } = await world().withdrawal();
      return { member, id };
    },
    may: 'done',
  },
  officeWithdrawDecide: {
    roles: ['cashier'],
    input: async () => ({ ...(await world().withdrawal()), decision: 'approve' }),
    may: 'done',
  },
  officeWithdrawPaid: {
    roles: ['cashier'],
    input: async () => ({ ...(await world().withdrawal('approved')), reference: newId() }),
    may: 'done',
  },
  officeWithdrawFinish: {
    roles: ['cashier'],
    input: () => world().withdrawal('approved', 'paid'),
    may: 'done',
  },
  officeWithdrawReturned: {
    roles: ['cashier'],
    input: async () => ({ ...(await world().withdrawal('approved', 'paid')), reason: 'returned_by_bank' }),
    may: 'done',
  },
  officeRailList: { ...reading, roles: ['cashier', 'auditor'] },
  officeOutboxList: { ...reading, roles: ['support', 'auditor', 'owner'] },
  officeOutboxOpen: {
    roles: ['support', 'auditor', 'owner'],
    input: () => ({ id: newId() }),
    may: 'not_found',
  },
  officeTeamRules: { ...reading, roles: ['support', 'cashier', 'auditor', 'owner'] },
  officeTeamRulesSave: {
    roles: ['owner'],
    input: async () => ({ levels: await world().teamLevels(), seen: '1', reason: 'For the test' }),
    may: 'done',
  },
  officeTeamFlagList: { ...reading, roles: ['support', 'auditor'] },
  officeTeamFlagDecide: {
    roles: ['support'],
    input: async () => ({ id: await world().teamFlag(), version: 0, decision: 'confirm' }),
    may: 'done',
  },
  ...tradingCases(world),
  ...settingCases(world),
  officeMemberFind: {
    roles: ['cashier', 'support', 'owner', 'auditor'],
    input: () => ({ q: world().owner.account }),
    may: 'done',
  },
});
