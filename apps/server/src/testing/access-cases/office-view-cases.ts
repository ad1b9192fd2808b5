import type { officeViewRoutes } from '@touchline/contract/routes/office-views';
import type { AccessWorld } from '../access-world.ts';
import { nothing, type CasesOf } from './kinds.ts';

const reading = { input: nothing, may: 'done' } as const;

/** How each call is tried by which the office reads over all rooms. */
export const officeViewCases = (world: () => AccessWorld): CasesOf<keyof typeof officeViewRoutes> => ({
  officeExposureEvent: {
    roles: ['trader', 'owner', 'auditor'],
    input: () => ({ id: world().event }),
    may: 'done',
  },
  officeExposureList: { ...reading, roles: ['trader', 'owner', 'auditor'] },
});
