import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type Fields, type OfficeCases, type OfficeRoute } from './kinds.ts';

const reason = 'For the test';
/** A day without a closing. */
const run = () => ({ run: '2001-01-01' });
const noIds = { not: 'it names no thing but the version it is made on' };
const noOwn = { not: 'a proposal does not change the rules in force' };
const twoProposals = { not: 'two proposals are two, and one of them at most becomes the next version' };

/** Cases of the calls about teams, commission and rewards. */
export const growthCases = (site: () => OwnedData) => {
  const member = () => ({ member: site().owner.id });
  const team = { roles: ['owner', 'support', 'auditor'], input: nothing } as const;
  const money = { roles: ['owner', 'cashier', 'auditor'], input: nothing } as const;
  const reward = { roles: ['owner', 'support', 'cashier', 'auditor'], input: nothing } as const;
  const rules = { roles: ['support', 'cashier', 'auditor', 'owner'], input: nothing } as const;

  const newest = async (name: 'officeTeamRules' | 'officeRewardRules'): Promise<string> => {
    const { list } = await site().askAs(await site().one('owner', 7), name);
    return String(list[0]?.version);
  };
  const teamRules = async (): Promise<Fields> => ({
    levels: await site().teamLevels(),
    seen: await newest('officeTeamRules'),
    reason,
  });
  const rewardRules = async (): Promise<Fields> => ({
    rules: { checkIn: [], levels: [] },
    seen: await newest('officeRewardRules'),
    reason,
  });

  /** The case of a decision about rules, by the calls that propose and decide and what is proposed. */
  const decision = (
    add: 'officeTeamRulesSave' | 'officeRewardRulesSave',
    decide: OfficeRoute,
    given: () => Promise<Fields>,
  ) => {
    const proposed = async (by: { token: string }): Promise<Fields> => ({
      id: (await site().askAs(by, add, await given())).id,
      seen: 0,
      decision: 'apply',
    });
    return {
      roles: ['owner', 'cashier'],
      input: async () => proposed(await site().one('owner', 7)),
      own: proposed,
      twice: { losers: ['outdated'], same: 'the first operator gets the same decision again' },
      stale: async () => {
        const [proposer, other] = [await site().one('owner', 7), await site().one('owner', 8)];
        const [first, second] = [await proposed(proposer), await proposed(proposer)];
        await site().askAs(other, decide, first);
        return second;
      },
      forged: { id: 'not_found' },
      words: ['note'],
    } as const;
  };

  return {
    officeTeamList: team,
    officeTeamDetail: { ...team, input: member },
    officeTeamMembers: { ...team, input: () => ({ ...member(), generation: 1 }) },
    officeTeamRules: rules,
    officeTeamRulesChanges: rules,
    officeTeamRulesSave: {
      roles: ['owner'],
      own: noOwn,
      forged: noIds,
      input: teamRules,
      twice: twoProposals,
      stale: async () => ({ ...(await teamRules()), seen: '999' }),
      words: ['reason'],
    },
    officeTeamRulesDecide: decision('officeTeamRulesSave', 'officeTeamRulesDecide', teamRules),
    officeTeamFlagList: { roles: ['support', 'auditor'], input: nothing },
    officeTeamFlagDecide: {
      roles: ['support'],
      input: async () => ({ id: await site().teamFlag(), version: 0, decision: 'confirm' }),
      own: { not: 'the server raises flags' },
      twice: { losers: ['outdated'] },
      stale: 'version',
      forged: { id: 'not_found' },
      words: { not: 'it takes no words, only choices' },
    },
    officeRewardOverview: { ...reward, input: () => ({ from: '2026-06-11', to: '2026-06-12' }) },
    officeRewardRules: reward,
    officeRewardRulesChanges: reward,
    officeRewardRulesSave: {
      roles: ['owner'],
      own: noOwn,
      forged: noIds,
      input: rewardRules,
      twice: twoProposals,
      stale: async () => ({ ...(await rewardRules()), seen: '999' }),
      words: ['reason'],
    },
    officeRewardRulesDecide: decision('officeRewardRulesSave', 'officeRewardRulesDecide', rewardRules),
    officeCommissionRuns: money,
    officeCommissionList: { ...money, input: run, refused: 'not_found' },
    officeCommissionDetail: {
      ...money,
      input: async () => ({ ...member(), id: await site().commission() }),
    },
    officeCommissionSources: {
      ...money,
      input: async () => ({ ...member(), id: await site().commission(), generation: 1 }),
    },
    officeCommissionExport: { ...money, input: run, refused: 'not_found' },
  } satisfies OfficeCases;
};
