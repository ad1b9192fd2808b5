import { operatorRoles } from '@touchline/contract/shapes/office';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type OfficeCases } from './kinds.ts';

const days = () => ({ from: '2026-06-11', to: '2026-06-12' });

/** Cases of the calls by which the office reads all modules. */
export const viewCases = (site: () => OwnedData) => {
  const everyone = { roles: operatorRoles, input: nothing } as const;
  const ledger = { roles: ['owner', 'auditor'], input: nothing } as const;
  const exposure = { roles: ['trader', 'owner', 'auditor'], input: nothing } as const;
  return {
    officeToday: everyone,
    officeHouse: everyone,
    officeHouseMatches: everyone,
    officeHouseDays: { roles: ['owner', 'cashier', 'auditor'], input: nothing },
    officeExposureList: exposure,
    officeExposureEvent: { ...exposure, input: () => ({ id: site().event }) },
    officeBigBets: exposure,
    officeReportDays: { ...ledger, input: days },
    officeReportExport: { ...ledger, input: () => ({ ...days(), table: 'methods' }) },
    officeReportCompetitions: { ...ledger, input: days },
    officeLedgerAccounts: ledger,
    officeTrialBalance: ledger,
    officeLedgerDays: { ...ledger, input: days },
    officeLedgerEntries: ledger,
    officeLedgerExport: { ...ledger, input: () => ({ member: site().owner.id }) },
    officeAuditList: { roles: ['auditor'], input: nothing },
  } satisfies OfficeCases;
};
