import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type Fields, type OfficeCases } from './kinds.ts';

/** Cases of the calls about settings. */
export const settingCases = (site: () => OwnedData) => {
  const reading = { roles: ['owner', 'auditor'], input: nothing } as const;
  const proposer = () => site().one('owner', 7);
  let uploads = 50;

  const version = async (): Promise<unknown> =>
    (await site().askAs(await proposer(), 'officeSettingList')).version;
  const change = async (): Promise<Fields> => ({
    version: await version(),
    settings: [{ name: 'UPLOADS_PER_DAY', value: String(++uploads) }],
    reason: 'For the test',
  });
  const proposed = async (by: { token: string }): Promise<Fields> => {
    const made = await site().askAs(by, 'officeSettingSave', await change());
    return { id: Object(made.change).id, version: await version(), decision: 'accept' };
  };

  return {
    officeSettingList: reading,
    officeSettingHistory: reading,
    officeSettingSave: {
      roles: ['owner'],
      own: { not: 'a proposal does not change the settings in force' },
      forged: { not: 'it names no thing but the version it is made on' },
      input: change,
      twice: { losers: ['outdated'] },
      stale: async () => {
        const given = await change();
        await proposed(await proposer());
        return given;
      },
      words: ['reason'],
    },
    officeSettingDecide: {
      roles: ['owner'],
      input: async () => proposed(await proposer()),
      own: proposed,
      twice: { losers: ['outdated', 'decided_already'] },
      stale: async () => {
        const given = await proposed(await proposer());
        await proposed(await site().one('owner', 8));
        return given;
      },
      forged: { id: 'not_found' },
      words: ['note'],
    },
  } satisfies OfficeCases;
};
