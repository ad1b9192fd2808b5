import { newId } from '../../core/ids.ts';
import { codeOf, type OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type OfficeCases } from './kinds.ts';

const why = 'For the test';
const texts = { en: { title: why, body: '' } };

/** Cases of the office's calls about members. */
export const peopleCases = (site: () => OwnedData) => {
  const readers = { roles: ['support', 'cashier', 'auditor', 'owner'], input: nothing } as const;
  const support = { roles: ['support', 'auditor'], input: nothing } as const;
  const messages = { roles: ['support', 'auditor', 'owner'], input: nothing } as const;
  const identities = { roles: ['cashier', 'auditor'], input: nothing } as const;
  /** A call that is done at once. */
  const row = {
    own: { not: 'it is done at once, and not proposed' },
    stale: { not: 'it applies to the account as it is then' },
    forged: { member: 'not_found' },
  } as const;
  /** A call that decides about what the server or a member has brought up. */
  const decision = {
    twice: { losers: ['outdated'] },
    stale: 'version',
    forged: { id: 'not_found' },
    words: { not: 'it takes no words, only choices' },
  } as const;
  const ofOwner = () => ({ member: site().owner.id });
  const ofNewcomer = async () => ({ member: (await site().newcomer()).id });
  const lock = async () => ({ ...(await ofNewcomer()), version: 0, locked: true, why });

  /** A member who has a second factor, and then lost it. */
  const lostFactor = async () => {
    const { id, token, password } = await site().newcomer();
    const headers = { 'ba-user-token': token };
    const { secret } = await site().ask('otpBegin', { password }, headers);
    await site().ask('otpConfirm', { otp: codeOf(secret) }, headers);
    return { member: id, why };
  };
  const proposedEnd = async (by: { token: string }) => {
    const given = await lostFactor();
    const { end } = await site().askAs(by, 'officeMemberFactorEnd', given);
    return { member: given.member, id: String(Object(end).id), version: 0, decision: 'apply' };
  };
  const neither = { reason: 'not_found', values: async () => [newId(), site().owner.id] } as const;

  return {
    officeMemberFind: {
      roles: ['cashier', 'support', 'owner', 'auditor'],
      input: () => ({ q: site().owner.account }),
    },
    officeMemberList: readers,
    officeMemberDetail: { ...readers, input: ofOwner },
    officeMemberOpen: {
      ...row,
      roles: ['support', 'cashier', 'owner'],
      input: () => ({ ...ofOwner(), why }),
      twice: { not: 'each look is one, with a line of its own' },
      words: ['why'],
    },
    officeMemberBets: { roles: [...readers.roles, 'trader'], input: ofOwner },
    officeMemberBet: {
      roles: [...readers.roles, 'trader'],
      input: () => ({ ...ofOwner(), id: newId() }),
      refused: 'not_found',
    },
    officeMemberMoney: { ...readers, input: ofOwner },
    officeMemberLock: {
      ...row,
      roles: ['support', 'owner'],
      input: lock,
      deciding: async () => ({ ...(await lock()), locked: false }),
      twice: { losers: ['outdated'] },
      stale: 'version',
      words: ['why'],
    },
    officeMemberSessionsEnd: {
      ...row,
      roles: ['support', 'owner'],
      input: async () => ({ ...(await ofNewcomer()), why }),
      twice: { not: 'sessions end once, and ending them again changes nothing' },
      words: ['why'],
    },
    officeMemberFactorEnd: {
      ...row,
      roles: ['support', 'owner'],
      stale: { not: 'it only proposes; what the member has by then is judged when it is applied' },
      input: lostFactor,
      own: { not: 'it proposes; who decides is another, see officeMemberFactorDecide' },
      twice: { losers: ['outdated'], same: 'the first operator gets the waiting proposal again' },
      words: ['why'],
    },
    officeMemberFactorDecide: {
      roles: ['support', 'owner'],
      input: async () => proposedEnd(await site().one('support', 7)),
      own: proposedEnd,
      stale: 'version',
      twice: { losers: ['outdated'], same: 'the first operator gets the same decision again' },
      forged: { id: neither, member: neither },
      words: ['note'],
    },
    officeMemberNoteAdd: {
      ...row,
      roles: ['support', 'cashier', 'owner'],
      input: () => ({ ...ofOwner(), text: 'Asked twice.' }),
      twice: { not: 'two notes are two notes' },
      words: ['text'],
    },
    officePlayDetail: { ...support, input: ofOwner },
    officePlayExclude: {
      ...row,
      roles: ['support'],
      input: async () => ({ ...(await ofNewcomer()), length: '6m', reason: 'Asked for it by telephone' }),
      twice: { not: 'the same exclusion again makes nothing shorter, and both are logged' },
      words: ['reason'],
    },
    officeLetterSend: {
      ...row,
      roles: ['content', 'support'],
      input: () => ({ key: newId(), ...ofOwner(), texts }),
      twice: {
        losers: [],
        same: 'the key makes it the same letter',
        oneOnly: 'a key is of one operator: two write two letters',
      },
      words: { not: 'letters are in no table that is exported' },
    },
    officeOutboxList: messages,
    officeOutboxOpen: { ...messages, input: () => ({ id: newId() }), refused: 'not_found' },
    officeIdentityList: identities,
    officeIdentityDetail: { ...identities, input: async () => ({ id: await site().identity() }) },
    officeIdentityDecide: {
      ...decision,
      roles: ['cashier'],
      input: async () => ({ id: await site().identity(), version: 0, decision: 'refuse', reason: 'other' }),
      own: { not: 'members hand names in, and a member is no operator' },
      twice: { losers: ['outdated'], same: 'the first operator gets the same decision again' },
    },
    officeLikenessList: support,
    officeLikenessDecide: {
      ...decision,
      roles: ['support'],
      input: async () => ({ id: await site().likeness(), version: 0, decision: 'confirm' }),
      own: { not: 'the server finds likenesses' },
    },
  } satisfies OfficeCases;
};
