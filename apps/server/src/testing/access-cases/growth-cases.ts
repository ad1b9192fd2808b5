import type { officeGrowthRoutes } from '@touchline/contract/routes/office-growth';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf } from './kinds.ts';

const teamReaders = ['owner', 'support', 'auditor'] as const;
const moneyReaders = ['owner', 'cashier', 'auditor'] as const;
const rewardReaders = ['owner', 'support', 'cashier', 'auditor'] as const;
/** A day without a closing. */
const run = '2001-01-01';

/** Cases of the office's calls about teams and commission. */
export const growthCases = (site: () => OwnedData): CasesOf<keyof typeof officeGrowthRoutes> => {
  const member = () => site().owner.id;
  return {
    officeTeamList: { roles: teamReaders, input: nothing, may: 'done' },
    officeTeamDetail: { roles: teamReaders, input: () => ({ member: member() }), may: 'done' },
    officeTeamMembers: {
      roles: teamReaders,
      input: () => ({ member: member(), generation: 1 }),
      may: 'done',
    },
    officeTeamRulesChanges: {
      roles: ['support', 'cashier', 'auditor', 'owner'],
      input: nothing,
      may: 'done',
    },
    officeTeamRulesDecide: {
      roles: ['owner', 'cashier'],
      input: async () => ({ id: await site().teamRulesChange(), seen: 0, decision: 'refuse' }),
      may: 'done',
    },
    officeRewardOverview: {
      roles: rewardReaders,
      input: () => ({ from: '2026-06-11', to: '2026-06-12' }),
      may: 'done',
    },
    officeRewardRules: { roles: rewardReaders, input: nothing, may: 'done' },
    officeRewardRulesChanges: { roles: rewardReaders, input: nothing, may: 'done' },
    officeRewardRulesSave: {
      roles: ['owner'],
      input: () => ({ rules: { checkIn: [], levels: [] }, seen: '0', reason: 'For the test' }),
      may: 'done',
    },
    officeRewardRulesDecide: {
      roles: ['owner', 'cashier'],
      input: async () => ({ id: await site().rewardRulesChange(), seen: 0, decision: 'refuse' }),
      may: 'done',
    },
    officeCommissionRuns: { roles: moneyReaders, input: nothing, may: 'done' },
    officeCommissionList: { roles: moneyReaders, input: () => ({ run }), may: 'not_found' },
    officeCommissionDetail: {
      roles: moneyReaders,
      input: async () => ({ member: member(), id: await site().commission() }),
      may: 'done',
    },
    officeCommissionSources: {
      roles: moneyReaders,
      input: async () => ({ member: member(), id: await site().commission(), generation: 1 }),
      may: 'done',
    },
    officeCommissionExport: { roles: moneyReaders, input: () => ({ run }), may: 'not_found' },
  };
};
