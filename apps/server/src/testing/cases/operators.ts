import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type OfficeCases } from './kinds.ts';

const reason = 'Lost the telephone';
let names = 0;

/** Cases of the calls about operators. */
export const operatorCases = (site: () => OwnedData) => {
  const reading = { roles: ['owner', 'auditor'], input: nothing } as const;
  const owner = { roles: ['owner'] } as const;
  const newOperator = async () => {
    const account = `new-operator${names++}`;
    return { account, roles: ['auditor'], code: await site().accessCode(account) };
  };
  const proposedOnce = {
    losers: [],
    same: 'the same proposal of the same owner is the one there is',
    oneOnly: 'two owners may propose the same',
  } as const;
  const lostFactor = async () => {
    const { id, token, password } = await site().operator(['cashier']);
    await site().withTotp({ token, password });
    return { id, version: 0, reason };
  };
  /** There are two owners: owner-alone.pg.test.ts loses one. */
  const alone = {
    input: nothing,
    refused: 'outdated',
    stale: { not: 'has no version: acts on the current state' },
    words: { not: 'what is typed is kept nowhere' },
  } as const;
  const noOperator = {
    id: { reason: 'not_found', values: async () => [newId(), site().owner.id, 'x', '../x'] },
  } as const;

  return {
    officeOperatorList: reading,
    officeOperatorSave: {
      ...owner,
      input: newOperator,
      own: (by) => ({ id: by.id, version: 0, roles: ['owner', 'cashier'] }),
      twice: proposedOnce,
      stale: async () => ({
        id: (await site().operator(['cashier'])).id,
        version: 7,
        roles: ['cashier', 'trader'],
      }),
      forged: {
        id: {
          reason: 'not_found',
          input: () => ({ version: 0, roles: ['auditor'] }),
          values: async () => [newId(), site().owner.id, "' or 1=1 --", newId().toUpperCase()],
        },
      },
      words: { not: 'an account takes no sign that begins a formula' },
    },
    officeFactorEnd: {
      ...owner,
      input: lostFactor,
      own: (by) => ({ id: by.id, version: 0, reason }),
      twice: proposedOnce,
      stale: 'version',
      forged: noOperator,
      words: ['reason'],
    },
    officeOperatorProposals: reading,
    officeOperatorDecide: {
      ...owner,
      input: async () => ({ id: await site().operatorProposal(), version: 0, decision: 'refuse' }),
      own: async (by) => {
        const given = await newOperator();
        const { proposal } = await site().askAs(by, 'officeOperatorSave', given);
        return { id: String(Object(proposal).id), version: 0, decision: 'apply', code: given.code };
      },
      twice: {
        losers: ['outdated', 'decided_already'],
        same: 'the first operator gets the same decision again',
      },
      stale: 'version',
      forged: { id: 'not_found' },
      words: ['note'],
    },
    officeOwnerAlone: {
      ...owner,
      ...alone,
      own: { not: 'the call acts on the caller' },
      twice: { not: 'owner-alone.pg.test.ts asks twice' },
      forged: { not: 'no ids in the input: the call acts on the caller' },
    },
    officeOwnerAloneStop: {
      ...alone,
      roles: ['owner', 'trader', 'cashier', 'support', 'content'],
      own: { not: 'the owner who asks may stop it too' },
      twice: { not: 'owner-alone.pg.test.ts stops it twice' },
      forged: { not: 'no ids in the input' },
    },
    officeOperatorSignOut: {
      ...owner,
      input: async () => ({ id: (await site().operator(['cashier'])).id }),
      own: (by) => ({ id: by.id }),
      stale: { not: 'it ends the sessions there are' },
      twice: { not: 'sessions end once, and the second call answers that none was left' },
      forged: noOperator,
      words: { not: 'it takes no words, only choices' },
    },
  } satisfies OfficeCases;
};
