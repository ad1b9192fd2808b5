import type { officeNameRoutes } from '@touchline/contract/routes/office-names';
import { newId } from '../../core/ids.ts';
import type { CasesOf } from './kinds.ts';

const reason = 'For the test of access';

/** Cases of the calls about competitions and teams. */
export const nameCases = (): CasesOf<keyof typeof officeNameRoutes> => ({
  officeCompetitionSave: {
    roles: ['trader'],
    input: () => ({ version: 0, name: `Cup ${newId()}`, zone: 'UTC', off: false, reason }),
    may: 'done',
  },
  officeClubSave: {
    roles: ['trader'],
    input: () => ({
      version: 0,
      name: `Club ${newId()}`,
      short: 'CLB',
      colours: ['#0a5c36', '#ffffff'],
      reason,
    }),
    may: 'done',
  },
});
