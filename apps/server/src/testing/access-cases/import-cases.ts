import type { officeImportRoutes } from '@touchline/contract/routes/office-imports';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import type { CasesOf } from './kinds.ts';

const reason = 'For the test of access';
const file = { kind: 'results', name: 'test.csv', text: 'Date,HomeTeam,AwayTeam,FTHG,FTAG\n' };
let days = 0;

/** Cases of the calls by which operators enter matches. */
export const importCases = (site: () => OwnedData): CasesOf<keyof typeof officeImportRoutes> => ({
  officeImportPreview: { roles: ['trader'], input: () => file, may: 'done' },
  officeImportApply: {
    roles: ['trader'],
    input: () => ({ ...file, hash: 'another', reason }),
    may: 'outdated',
  },
  officeNameExplain: {
    roles: ['trader'],
    input: () => ({ kind: 'competition', name: newId(), means: 'test' }),
    may: 'done',
  },
  officeClubList: { roles: ['trader', 'owner', 'auditor'], input: () => ({ q: 'One' }), may: 'done' },
  officeEventAdd: {
    roles: ['trader'],
    input: () => ({
      competition: 'test',
      home: 'one',
      away: 'two',
      sure: true,
      reason,
      kickOff: new Date(Date.now() + ++days * 86_400_000).toISOString(),
    }),
    may: 'done',
  },
  // The match belongs to another feed.
  officeEventMove: {
    roles: ['trader'],
    input: async () => ({
      event: await site().match(),
      reason,
      from: '2030-01-01T12:00:00.000Z',
      to: '2030-01-01T13:00:00.000Z',
    }),
    may: 'forbidden',
  },
});
