import type { officeHouseTextRoutes } from '@touchline/contract/routes/office-house-texts';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf } from './kinds.ts';

const readers = ['content', 'owner', 'auditor'] as const;
const writers = ['content', 'owner'] as const;

const proposal = () => ({
  key: newId(),
  kind: 'privacy',
  seen: 0,
  reason: 'For the test',
  from: new Date(Date.now() + 7_200_000).toISOString(),
  texts: { en: { title: 'Privacy', body: 'What we keep.' } },
});

/** Cases of the calls about house texts. */
export const houseTextCases = (site: () => OwnedData): CasesOf<keyof typeof officeHouseTextRoutes> => ({
  officeHouseTextList: { roles: readers, input: nothing, may: 'done' },
  officeHouseTextDetail: {
    roles: readers,
    input: async () => ({ id: await site().houseText(proposal()) }),
    may: 'done',
  },
  officeHouseTextAdd: { roles: writers, input: proposal, may: 'done' },
  officeHouseTextDecide: {
    roles: writers,
    input: async () => ({
      id: await site().houseText(proposal()),
      seen: 0,
      decision: 'refuse',
      note: 'For the test',
    }),
    may: 'done',
  },
});
