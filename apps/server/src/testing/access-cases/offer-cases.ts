import type { officeOfferRoutes } from '@touchline/contract/routes/office-offers';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf } from './kinds.ts';

const reason = 'For the test of access';
const readers = ['trader', 'owner', 'auditor'] as const;

/** Cases of the calls about offers. */
export const offerCases = (site: () => OwnedData): CasesOf<keyof typeof officeOfferRoutes> => ({
  officeOfferList: { roles: readers, input: nothing, may: 'done' },
  officeOfferDetail: { roles: readers, input: () => ({ scope: 'site' }), may: 'done' },
  officeOfferPreview: {
    roles: ['trader', 'owner'],
    input: () => ({ scope: 'event', id: site().event, markets: [] }),
    may: 'done',
  },
  officeOfferSave: {
    roles: ['trader', 'owner'],
    input: async () => ({
      scope: 'event',
      id: await site().match(),
      version: 0,
      reason,
      markets: [{ market: '1x2', marginBp: 450 }],
    }),
    may: 'done',
  },
  officeOfferHistory: { roles: readers, input: () => ({ scope: 'site' }), may: 'done' },
  officeCompetitionList: { roles: readers, input: nothing, may: 'done' },
});
