import type { RouteName } from '@touchline/contract/paths';
import type { Fields } from '../../testing/access-cases/kinds.ts';
import type { Rows } from './kinds.ts';
import type { WatchedSite } from './watched-site.ts';

const reason = 'For the test';
const noFeed = { not: 'it is about the house, of which no feed says anything' };
let uploads = 50;

type By = { token: string };
type Proposing = 'officeTeamRulesSave' | 'officeRewardRulesSave';

/** Calls that need two operators: team rules, rewards, settings. */
export const rulesRows = (site: () => WatchedSite): Rows => {
  const own = { not: 'a proposal does not change the rules in force' };
  const noIds = { not: 'it names no thing but the version it is made on' };
  const proposer = () => site().one('owner', 7);
  const other = () => site().one('owner', 8);

  const newest = async (name: 'officeTeamRules' | 'officeRewardRules'): Promise<string> => {
    const { list } = await site().askAs(await proposer(), name);
    return String(list[0]?.version);
  };
  const team = async (): Promise<Fields> => ({
    levels: await site().teamLevels(),
    seen: await newest('officeTeamRules'),
    reason,
  });
  const reward = async (): Promise<Fields> => ({
    rules: { checkIn: [], levels: [] },
    seen: await newest('officeRewardRules'),
    reason,
  });
  const idOf = async (by: By, name: Proposing, given: Fields): Promise<string> =>
    (await site().askAs(by, name, given)).id;
  const overtaken = async (
    add: Proposing,
    decide: RouteName,
    given: () => Promise<Fields>,
  ): Promise<Fields> => {
    const [first, second] = [
      await idOf(await proposer(), add, await given()),
      await idOf(await proposer(), add, await given()),
    ];
    await site().askAs(await other(), decide, { id: first, seen: 0, decision: 'apply' });
    return { id: second, seen: 0, decision: 'apply' };
  };

  const version = async (): Promise<unknown> =>
    (await site().askAs(await proposer(), 'officeSettingList')).version;
  const setting = async (): Promise<Fields> => ({
    version: await version(),
    settings: [{ name: 'UPLOADS_PER_DAY', value: String(++uploads) }],
    reason,
  });
  const proposed = async (by: By): Promise<Fields> => {
    const { change } = await site().askAs(by, 'officeSettingSave', await setting());
    return { id: Object(change).id, version: await version(), decision: 'accept' };
  };

  return {
    officeTeamRulesSave: {
      own,
      against: noFeed,
      forged: noIds,
      input: team,
      twice: { not: 'two proposals are two, and one of them at most becomes the next version' },
      stale: { input: async () => ({ ...(await team()), seen: '999' }), reason: 'outdated' },
      words: ['reason'],
    },
    officeTeamRulesDecide: {
      role: 'owner',
      against: noFeed,
      input: async () => ({
        id: await idOf(await proposer(), 'officeTeamRulesSave', await team()),
        seen: 0,
        decision: 'apply',
      }),
      own: {
        input: async (by) => ({
          id: await idOf(by, 'officeTeamRulesSave', await team()),
          seen: 0,
          decision: 'apply',
        }),
        reason: 'same_operator',
      },
      twice: { losers: ['outdated'], same: 'the first operator gets the same decision again' },
      stale: {
        input: () => overtaken('officeTeamRulesSave', 'officeTeamRulesDecide', team),
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
      words: ['note'],
    },
    officeRewardRulesSave: {
      own,
      against: noFeed,
      forged: noIds,
      input: reward,
      twice: { not: 'two proposals are two, and one of them at most becomes the next version' },
      stale: { input: async () => ({ ...(await reward()), seen: '999' }), reason: 'outdated' },
      words: ['reason'],
    },
    officeRewardRulesDecide: {
      role: 'owner',
      against: noFeed,
      input: async () => ({
        id: await idOf(await proposer(), 'officeRewardRulesSave', await reward()),
        seen: 0,
        decision: 'apply',
      }),
      own: {
        input: async (by) => ({
          id: await idOf(by, 'officeRewardRulesSave', await reward()),
          seen: 0,
          decision: 'apply',
        }),
        reason: 'same_operator',
      },
      twice: { losers: ['outdated'], same: 'the first operator gets the same decision again' },
      stale: {
        input: () => overtaken('officeRewardRulesSave', 'officeRewardRulesDecide', reward),
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
      words: ['note'],
    },
    officeSettingSave: {
      own,
      against: noFeed,
      forged: noIds,
      input: setting,
      twice: { losers: ['outdated'] },
      stale: {
        input: async () => {
          const given = await setting();
          await proposed(await proposer());
          return given;
        },
        reason: 'outdated',
      },
      words: ['reason'],
    },
    officeSettingDecide: {
      against: noFeed,
      input: async () => proposed(await proposer()),
      own: { input: proposed, reason: 'same_operator' },
      twice: { losers: ['outdated', 'decided_already'] },
      stale: {
        input: async () => {
          const given = await proposed(await proposer());
          await proposed(await other());
          return given;
        },
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
      words: ['note'],
    },
  };
};
