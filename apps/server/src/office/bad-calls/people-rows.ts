import { newId } from '../../core/ids.ts';
import { officeCases } from '../../testing/access-cases/office-cases.ts';
import type { Rows } from './kinds.ts';
import type { WatchedSite } from './watched-site.ts';

const noFeed = { not: 'it is about people, of whom no feed says anything' };
const noWords = { not: 'it takes no words, only choices' };
const asIs = { not: 'it applies to the account as it is at that moment' };
const why = 'For the test';

/** Calls about operators, members and flags of invitations. */
export const peopleRows = (site: () => WatchedSite): Rows => {
  const cases = officeCases(site);
  const row = {
    own: { not: 'nobody proposes it: it is done at once, on record' },
    stale: asIs,
    against: noFeed,
  };
  const forged = { member: { reason: 'not_found' } } as const;

  return {
    officeOperatorSave: {
      ...row,
      input: () => cases.officeOperatorSave.input(''),
      own: {
        input: (by) => ({ id: by.id, version: 0, roles: ['owner', 'cashier'] }),
        reason: 'same_operator',
      },
      twice: {
        losers: [],
        same: 'the same proposal of the same owner is the one there is',
        oneOnly: 'two owners may propose the same',
      },
      stale: {
        input: async () => ({
          id: (await site().operator(['cashier'])).id,
          version: 7,
          roles: ['cashier', 'trader'],
        }),
        reason: 'outdated',
      },
      forged: {
        id: {
          reason: 'not_found',
          input: () => ({ version: 0, roles: ['auditor'] }),
          values: async () => [newId(), site().owner.id, "' or 1=1 --", newId().toUpperCase()],
        },
      },
      words: { not: 'an account takes no sign that begins a formula' },
    },
    officeOperatorDecide: {
      ...row,
      input: () => cases.officeOperatorDecide.input(''),
      own: {
        input: async (by) => {
          const account = `own-${newId().slice(-10)}`;
          const code = await site().accessCode(account);
          const wish = { account, roles: ['auditor'], code };
          const { proposal } = await site().askAs(by, 'officeOperatorSave', wish);
          return { id: String(Object(proposal).id), version: 0, decision: 'apply', code };
        },
        reason: 'same_operator',
      },
      twice: {
        losers: ['outdated', 'decided_already'],
        same: 'the first operator gets the same decision again',
      },
      stale: {
        input: async () => ({ ...Object(await cases.officeOperatorDecide.input('')), version: 1 }),
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
      words: ['note'],
    },
    officeOwnerAlone: {
      ...row,
      input: () => cases.officeOwnerAlone.input(''),
      refused: { reason: 'outdated', not: 'there are two owners: owner-alone.pg.test.ts loses one' },
      own: { not: 'the call acts on the caller' },
      twice: { not: 'owner-alone.pg.test.ts asks twice' },
      stale: { not: 'has no version: acts on the current state' },
      forged: { not: 'no ids in the input: the call acts on the caller' },
      words: { not: 'what is typed is kept nowhere' },
    },
    officeOwnerAloneStop: {
      ...row,
      input: () => cases.officeOwnerAloneStop.input(''),
      refused: { reason: 'outdated', not: 'there are two owners: owner-alone.pg.test.ts loses one' },
      own: { not: 'the owner who asks may stop it too' },
      twice: { not: 'owner-alone.pg.test.ts stops it twice' },
      stale: { not: 'has no version: acts on the current state' },
      forged: { not: 'no ids in the input' },
      words: { not: 'what is typed is kept nowhere' },
    },
    officeIdentityDecide: {
      ...row,
      input: () => cases.officeIdentityDecide.input(''),
      own: { not: 'members hand names in, and a member is no operator' },
      twice: { losers: ['outdated'], same: 'the first operator gets the same decision again' },
      stale: {
        input: async () => ({ ...Object(await cases.officeIdentityDecide.input('')), version: 1 }),
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
      words: noWords,
    },
    officeMemberOpen: {
      ...row,
      input: () => cases.officeMemberOpen.input(''),
      twice: { not: 'each look is one, with a line of its own' },
      forged,
      words: ['why'],
    },
    officeMemberLock: {
      ...row,
      input: () => cases.officeMemberLock.input(''),
      deciding: async () => ({ ...Object(await cases.officeMemberLock.input('')), locked: false }),
      twice: { losers: ['outdated'] },
      stale: {
        input: async () => ({ ...Object(await cases.officeMemberLock.input('')), version: 1 }),
        reason: 'outdated',
      },
      forged,
      words: ['why'],
    },
    officeMemberSessionsEnd: {
      ...row,
      input: () => cases.officeMemberSessionsEnd.input(''),
      twice: { not: 'sessions end once, and ending them again changes nothing' },
      forged,
      words: ['why'],
    },
    officeMemberNoteAdd: {
      ...row,
      input: () => cases.officeMemberNoteAdd.input(''),
      twice: { not: 'two notes are two notes' },
      forged,
      words: ['text'],
    },
    officePlayExclude: {
      ...row,
      input: () => cases.officePlayExclude.input(''),
      twice: { not: 'the same exclusion again makes nothing shorter, and both are on record' },
      forged,
      words: ['reason'],
    },
    officeLetterSend: {
      ...row,
      input: () => cases.officeLetterSend.input(''),
      twice: {
        losers: [],
        same: 'the key makes it the same letter',
        oneOnly: 'a key is of one operator: two write two letters',
      },
      forged,
      words: { not: 'letters are in no table that is taken along' },
    },
    officeTeamFlagDecide: {
      ...row,
      input: () => cases.officeTeamFlagDecide.input(''),
      own: { not: 'the server raises flags' },
      twice: { losers: ['outdated'] },
      stale: {
        input: async () => ({ ...Object(await cases.officeTeamFlagDecide.input('')), version: 1 }),
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
      words: noWords,
    },
    officeLikenessDecide: {
      ...row,
      input: () => cases.officeLikenessDecide.input(''),
      own: { not: 'the server finds likenesses' },
      twice: { losers: ['outdated'] },
      stale: {
        input: async () => ({ ...Object(await cases.officeLikenessDecide.input('')), version: 1 }),
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
      words: noWords,
    },
    officeFactorEnd: {
      ...row,
      input: async () => {
        const other = await site().operator(['cashier']);
        await site().withTotp(other);
        return { id: other.id, version: 0, reason: why };
      },
      own: { input: (by) => ({ id: by.id, version: 0, reason: why }), reason: 'same_operator' },
      twice: {
        losers: [],
        same: 'the same proposal of the same owner is the one there is',
        oneOnly: 'two owners may propose the same',
      },
      stale: {
        input: async () => {
          const other = await site().operator(['cashier']);
          await site().withTotp(other);
          return { id: other.id, version: 7, reason: why };
        },
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found', values: async () => [newId(), site().owner.id, 'x', '../x'] } },
      words: ['reason'],
    },
    officeOperatorSignOut: {
      ...row,
      input: () => cases.officeOperatorSignOut.input(''),
      own: { input: (by) => ({ id: by.id }), reason: 'same_operator' },
      twice: { not: 'sessions end once, and the second call answers that none was left' },
      forged: { id: { reason: 'not_found', values: async () => [newId(), site().owner.id, 'x', '../x'] } },
      words: noWords,
    },
  };
};
