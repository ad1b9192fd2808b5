import type { officeLiabilityRoutes } from '@touchline/contract/routes/office-liabilities';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf } from './kinds.ts';

const readers = ['owner', 'cashier', 'auditor'] as const;
const writers = ['owner', 'cashier'] as const;

const address = { network: 'usdt-erc20', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' };

/** A statement of today. */
export const reserveStatement = () => ({
  key: newId(),
  name: 'First bank',
  amount: '1000',
  day: new Date().toISOString().slice(0, 10),
  fileHash: '0'.repeat(64),
  reason: 'For the test',
});

/** A wish to publish before the day is over. */
export const liabilityWish = () => ({ key: newId(), reason: 'For the test' });

/** Cases of the calls about what the house owes and has. */
export const liabilityCases = (site: () => OwnedData): CasesOf<keyof typeof officeLiabilityRoutes> => ({
  officeLiabilityList: { roles: readers, input: nothing, may: 'done' },
  officeLiabilityPropose: { roles: writers, input: liabilityWish, may: 'done' },
  officeLiabilityDecide: {
    roles: writers,
    input: async () => ({ id: await site().liabilityProposal(), version: 0, decision: 'refuse' }),
    may: 'done',
  },
  officeReserveList: { roles: readers, input: nothing, may: 'done' },
  officeReserveChallenge: { roles: writers, input: () => address, may: 'done' },
  officeReserveAddressAdd: {
    roles: writers,
    // A signature of no wallet: real ones are tested with the module.
    input: () => ({ ...address, signature: `0x${'00'.repeat(65)}` }),
    may: 'validation',
  },
  officeReserveAdd: { roles: writers, input: reserveStatement, may: 'done' },
  officeReserveDecide: {
    roles: writers,
    input: async () => ({ id: await site().reserve(reserveStatement()), version: 0, decision: 'refuse' }),
    may: 'done',
  },
});
