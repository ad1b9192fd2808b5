import type { officePeopleRoutes } from '@touchline/contract/routes/office-people';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf } from './kinds.ts';

const readers = ['support', 'cashier', 'auditor', 'owner'] as const;
const why = 'for the test';

/** Cases of the office's calls about members. */
export const peopleCases = (site: () => OwnedData): CasesOf<keyof typeof officePeopleRoutes> => {
  const ofOwner = () => ({ member: site().owner.id });
  const ofNewcomer = async () => ({ member: (await site().newcomer()).id });
  return {
    officeMemberList: { roles: readers, input: nothing, may: 'done' },
    officeMemberDetail: { roles: readers, input: ofOwner, may: 'done' },
    officeMemberOpen: {
      roles: ['support', 'cashier', 'owner'],
      input: () => ({ ...ofOwner(), why }),
      may: 'done',
    },
    officeMemberBets: { roles: [...readers, 'trader'], input: ofOwner, may: 'done' },
    officeMemberBet: {
      roles: [...readers, 'trader'],
      input: () => ({ ...ofOwner(), id: newId() }),
      may: 'not_found',
    },
    officeMemberMoney: { roles: readers, input: ofOwner, may: 'done' },
    officeMemberLock: {
      roles: ['support', 'owner'],
      input: async () => ({ ...(await ofNewcomer()), version: 0, locked: true, why }),
      may: 'done',
    },
    officeMemberSessionsEnd: {
      roles: ['support', 'owner'],
      input: async () => ({ ...(await ofNewcomer()), why }),
      may: 'done',
    },
    officeMemberFactorEnd: {
      roles: ['support', 'owner'],
      input: async () => ({ ...(await ofNewcomer()), why }),
      may: 'otp_state',
    },
    officeMemberFactorDecide: {
      roles: ['support', 'owner'],
      input: () => ({ ...ofOwner(), id: newId(), version: 0, decision: 'withdraw' }),
      may: 'not_found',
    },
    officeMemberNoteAdd: {
      roles: ['support', 'cashier', 'owner'],
      input: () => ({ ...ofOwner(), text: 'Asked twice.' }),
      may: 'done',
    },
  };
};
