import type { officeViewRoutes } from '@touchline/contract/routes/office-views';
import { operatorRoles } from '@touchline/contract/shapes/office';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf, type OfficeCase } from './kinds.ts';

const ledger: OfficeCase['roles'] = ['owner', 'auditor'];
const days = { from: '2026-06-11', to: '2026-06-12' };
const reading = { input: nothing, may: 'done' } as const;

/** Cases of the calls by which the office reads all modules. */
export const officeViewCases = (site: () => OwnedData): CasesOf<keyof typeof officeViewRoutes> => ({
  officeExposureEvent: {
    roles: ['trader', 'owner', 'auditor'],
    input: () => ({ id: site().event }),
    may: 'done',
  },
  officeToday: { ...reading, roles: operatorRoles },
  officeReportDays: { roles: ledger, input: () => days, may: 'done' },
  officeReportExport: { roles: ledger, input: () => ({ ...days, table: 'methods' }), may: 'done' },
  officeReportCompetitions: { roles: ledger, input: () => days, may: 'done' },
  officeBigBets: { ...reading, roles: ['trader', 'owner', 'auditor'] },
  officeLedgerAccounts: { ...reading, roles: ledger },
  officeTrialBalance: { ...reading, roles: ledger },
  officeLedgerDays: { roles: ledger, input: () => days, may: 'done' },
  officeLedgerEntries: { ...reading, roles: ledger },
  officeLedgerExport: { roles: ledger, input: () => ({ member: site().owner.id }), may: 'done' },
  officeExposureList: { ...reading, roles: ['trader', 'owner', 'auditor'] },
});
