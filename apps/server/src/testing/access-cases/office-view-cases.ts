import type { officeViewRoutes } from '@touchline/contract/routes/office-views';
import type { AccessWorld } from '../access-world.ts';
import { nothing, type CasesOf, type OfficeCase } from './kinds.ts';

const ledger: OfficeCase['roles'] = ['owner', 'auditor'];
const reading = { input: nothing, may: 'done' } as const;

/** How each call is tried by which the office reads over all rooms. */
export const officeViewCases = (world: () => AccessWorld): CasesOf<keyof typeof officeViewRoutes> => ({
  officeExposureEvent: {
    roles: ['trader', 'owner', 'auditor'],
    input: () => ({ id: world().event }),
    may: 'done',
  },
  officeLedgerAccounts: { ...reading, roles: ledger },
  officeTrialBalance: { ...reading, roles: ledger },
  officeLedgerDays: { roles: ledger, input: () => ({ from: '2026-06-11', to: '2026-06-12' }), may: 'done' },
  officeLedgerEntries: { ...reading, roles: ledger },
  officeLedgerExport: { roles: ledger, input: () => ({ member: world().owner.id }), may: 'done' },
  officeExposureList: { ...reading, roles: ['trader', 'owner', 'auditor'] },
});
