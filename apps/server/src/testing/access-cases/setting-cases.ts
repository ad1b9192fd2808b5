import type { RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import type { officeSettingRoutes } from '@touchline/contract/routes/office-settings';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf, type Fields } from './kinds.ts';

const reason = 'For the test of access';

/** Cases of the calls about settings. Proposals are made by an owner who has no other case. */
export const settingCases = (site: () => OwnedData): CasesOf<keyof typeof officeSettingRoutes> => {
  let token: string | undefined;
  let uploads = 50;
  const ask = async <Name extends RouteName>(name: Name, input: Fields = {}): Promise<Output<Name>> => {
    token ??= (await site().operator(['owner'])).token;
    return site().ask(name, input, { 'ba-office-token': token });
  };
  const change = async (): Promise<Fields> => ({
    version: (await ask('officeSettingList')).version,
    settings: [{ name: 'UPLOADS_PER_DAY', value: String(++uploads) }],
    reason,
  });
  const proposed = async (): Promise<Fields> => {
    const made = (await ask('officeSettingSave', await change())).change;
    const id = typeof made === 'object' && made !== null && 'id' in made ? made.id : '';
    return { id, version: (await ask('officeSettingList')).version };
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
