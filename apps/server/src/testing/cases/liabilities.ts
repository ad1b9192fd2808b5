import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type OfficeCases } from './kinds.ts';

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
const liabilityWish = () => ({ key: newId(), reason: 'For the test' });

/** Cases of the calls about what the house owes and has. */
export const liabilityCases = (site: () => OwnedData) => {
  const reading = { roles: ['owner', 'cashier', 'auditor'], input: nothing } as const;
  const writing = { roles: ['owner', 'cashier'] } as const;
  const publication = async (by: { token: string }) =>
    (await site().askAs(by, 'officeLiabilityPropose', liabilityWish())).id;
  const statement = async (by: { token: string }) =>
    (await site().askAs(by, 'officeReserveAdd', reserveStatement())).id;
  const proposer = () => site().one('cashier', 7);
  const decided = { losers: ['outdated'], same: 'the first operator gets the same answer again' } as const;

  return {
    officeLiabilityList: reading,
    officeLiabilityPropose: {
      ...writing,
      own: { not: 'a proposal publishes nothing' },
      input: liabilityWish,
      twice: {
        losers: [],
        same: 'the key makes it the same proposal',
        oneOnly: 'a key is of one operator: two make two proposals, of which one publishes',
      },
      stale: { not: 'it is made of what is there, in one snapshot of the database' },
      forged: { not: 'it takes no ids' },
      words: ['reason'],
    },
    officeLiabilityDecide: {
      ...writing,
      input: async () => ({ id: await publication(await proposer()), version: 0, decision: 'refuse' }),
      stale: 'version',
      own: async (by) => ({ id: await publication(by), version: 0, decision: 'apply' }),
      twice: decided,
      forged: { id: 'not_found' },
      words: ['note'],
    },
    officeReserveList: reading,
    officeReserveChallenge: { ...writing, input: () => address },
    officeReserveAddressAdd: {
      ...writing,
      own: { not: 'the key of the address decides, and no operator' },
      // A signature of no wallet: the module has tests of real ones.
      input: () => ({ ...address, signature: `0x${'00'.repeat(65)}` }),
      refused: 'validation',
      twice: { not: 'a signature that is handed in twice is the same proof' },
      stale: { not: 'it is of today' },
      forged: { not: 'it takes no ids' },
      words: { not: 'it takes no words, only choices' },
    },
    officeReserveAdd: {
      ...writing,
      own: { not: 'a proposal does not count' },
      input: reserveStatement,
      twice: {
        losers: [],
        same: 'the key makes it the same proposal',
        oneOnly: 'a key is of one operator: two make two proposals, of which each must be applied',
      },
      stale: { not: 'a statement is of a bank, and not of a version' },
      forged: { not: 'it takes no ids' },
      words: ['name', 'reason'],
    },
    officeReserveDecide: {
      ...writing,
      input: async () => ({ id: await statement(await proposer()), version: 0, decision: 'refuse' }),
      stale: 'version',
      own: async (by) => ({ id: await statement(by), version: 0, decision: 'apply' }),
      twice: decided,
      forged: { id: 'not_found' },
      words: ['note'],
    },
  } satisfies OfficeCases;
};
