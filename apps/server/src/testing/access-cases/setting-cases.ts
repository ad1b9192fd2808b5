import type { RouteName } from '@touchline/contract/paths';
import type { officeSettingRoutes } from '@touchline/contract/routes/office-settings';
import type { AccessWorld } from '../access-world.ts';
import { nothing, type CasesOf, type Fields } from './kinds.ts';

const reason = 'For the test of access';

/** Cases of the calls about settings. Proposals are made by an owner who has no other case. */
export const settingCases = (world: () => AccessWorld): CasesOf<keyof typeof officeSettingRoutes> => {
  let token: string | undefined;
  let uploads = 50;
  const ask = async (name: RouteName, input: Fields = {}): Promise<Fields> => {
    token ??= (await world().operator(['owner'])).token;
    const answer = await world().call(name, input, { 'ba-office-token': token });
    if (answer.code !== 1) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const change = async (): Promise<Fields> => ({
    version: (await ask('officeSettingList'))['version'],
    settings: [{ name: 'UPLOADS_PER_DAY', value: String(++uploads) }],
    reason,
  });
  const proposed = async (): Promise<Fields> => {
    const made = (await ask('officeSettingSave', await change()))['change'];
    const id = typeof made === 'object' && made !== null && 'id' in made ? made.id : '';
    return { id, version: (await ask('officeSettingList'))['version'] };
  };

  return {
    officeSettingList: { roles: ['owner', 'auditor'], input: nothing, may: 'done' },
    officeSettingHistory: { roles: ['owner', 'auditor'], input: nothing, may: 'done' },
    officeSettingSave: { roles: ['owner'], input: change, may: 'done' },
    officeSettingDecide: {
      roles: ['owner'],
      input: async () => ({ ...(await proposed()), decision: 'accept' }),
      may: 'done',
    },
  };
};
