import { newId } from '../../core/ids.ts';
import { liabilityWish, reserveStatement } from '../../testing/access-cases/liability-cases.ts';
import { officeCases } from '../../testing/access-cases/office-cases.ts';
import { form, type Fields } from '../../testing/access-cases/kinds.ts';
import type { Rows } from './kinds.ts';
import type { WatchedSite } from './watched-site.ts';

const noFeed = { not: 'it is about money, of which no feed says anything' };
const noWords = { not: 'it takes no words, only choices' };

/** Money in and out, and corrections. */
export const cashierRows = (site: () => WatchedSite): Rows => {
  const cases = officeCases(site);
  const nobodysOwn = { not: 'members ask for it, and a member is no operator' };
  const ofAnother = async () => [newId(), site().other.id, (await site().one('auditor')).id, "' or 1=1 --"];
  const ofMember = {
    member: { values: ofAnother, reason: 'not_found' },
    id: { reason: 'not_found' },
  } as const;
  const row = { own: nobodysOwn, against: noFeed };
  /** As a page shows it that is older than the last change. */
  const older = async (input: unknown) => {
    const given: Fields = Object(await input);
    return { ...given, version: Number(given.version) + 1 };
  };
  const stale = (input: () => unknown) => ({ input: () => older(input()), reason: 'outdated' as const });

  /** A withdrawal of the owner that two must approve. */
  const large = async () => {
    await site().restDay();
    const headers = { 'ba-user-token': site().owner.token };
    const given = { key: newId(), wallet: await site().payout(), amount: '2000', password: form.password };
    const made = await site().call('createWithdraw', given, headers);
    if (made.code !== 1) throw new Error(JSON.stringify(made));
    return { member: site().owner.id, id: made.data.id, version: 0 };
  };

  return {
    officeAdjustmentAdd: {
      ...row,
      input: () => cases.officeAdjustmentAdd.input(''),
      twice: {
        losers: [],
        same: 'the key makes it the same proposal',
        oneOnly: 'a key is of one operator: two make two proposals, of which each must be applied',
      },
      own: { not: 'a proposal moves no money' },
      stale: { not: 'a proposal is made on no version: the balance is judged when it is applied' },
      forged: { member: { reason: 'not_found' } },
      words: ['reason'],
    },
    officeAdjustmentDecide: {
      ...row,
      input: () => cases.officeAdjustmentDecide.input(''),
      stale: stale(() => cases.officeAdjustmentDecide.input('')),
      own: {
        input: async (by) => {
          const given = { key: newId(), member: site().owner.id, amount: '1', reason: 'For the test' };
          const { id } = await site().askAs(by, 'officeAdjustmentAdd', given);
          return { id, version: 0, decision: 'apply', walletVersion: await site().walletVersion() };
        },
        reason: 'same_operator',
      },
      twice: { losers: ['outdated'], same: 'the first operator gets the same answer again' },
      forged: { id: { reason: 'not_found' } },
      words: ['note'],
    },
    officeLiabilityPropose: {
      own: { not: 'a proposal publishes nothing' },
      against: noFeed,
      input: () => cases.officeLiabilityPropose.input(''),
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
      against: noFeed,
      input: () => cases.officeLiabilityDecide.input(''),
      stale: stale(() => cases.officeLiabilityDecide.input('')),
      own: {
        input: async (by) => {
          const { id } = await site().askAs(by, 'officeLiabilityPropose', liabilityWish());
          return { id, version: 0, decision: 'apply' };
        },
        reason: 'same_operator',
      },
      twice: { losers: ['outdated'], same: 'the first operator gets the same answer again' },
      forged: { id: { reason: 'not_found' } },
      words: ['note'],
    },
    officeReserveAddressAdd: {
      own: { not: 'the key of the address decides, and no operator' },
      against: noFeed,
      input: () => cases.officeReserveAddressAdd.input(''),
      refused: {
        reason: 'validation',
        not: 'it takes the key of the address: the module has tests of signatures',
      },
      twice: { not: 'a signature that is handed in twice is the same proof' },
      stale: { not: 'it is of today' },
      forged: { not: 'it takes no ids' },
      words: noWords,
    },
    officeReserveAdd: {
      own: { not: 'a proposal counts for nobody' },
      against: noFeed,
      input: () => cases.officeReserveAdd.input(''),
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
      against: noFeed,
      input: () => cases.officeReserveDecide.input(''),
      stale: stale(() => cases.officeReserveDecide.input('')),
      own: {
        input: async (by) => {
          const { id } = await site().askAs(by, 'officeReserveAdd', reserveStatement());
          return { id, version: 0, decision: 'apply' };
        },
        reason: 'same_operator',
      },
      twice: { losers: ['outdated'], same: 'the first operator gets the same answer again' },
      forged: { id: { reason: 'not_found' } },
      words: ['note'],
    },
    officePaymentDecide: {
      ...row,
      input: () => cases.officePaymentDecide.input(''),
      stale: stale(() => cases.officePaymentDecide.input('')),
      // The loser reads the recharge and then decides the payment: the winner's change may come before both or between them.
      twice: { losers: ['outdated', 'decided_already'] },
      forged: { ...ofMember, payment: { reason: 'not_found' } },
      words: noWords,
    },
    officeRechargeReject: {
      ...row,
      input: () => cases.officeRechargeReject.input(''),
      stale: stale(() => cases.officeRechargeReject.input('')),
      twice: { losers: ['outdated'] },
      forged: ofMember,
      words: noWords,
    },
    officeWithdrawDecide: {
      ...row,
      input: () => cases.officeWithdrawDecide.input(''),
      stale: {
        // One has approved it, another whose page is older refuses it.
        input: async () => {
          const of = await large();
          const first = await site().one('cashier', 8);
          await site().askAs(first, 'officeWithdrawDecide', { ...of, decision: 'approve' });
          return { ...of, decision: 'refuse', reason: 'suspicious' };
        },
        reason: 'outdated',
      },
      own: {
        input: async (by) => {
          const of = { ...(await large()), decision: 'approve' };
          await site().askAs(by, 'officeWithdrawDecide', of);
          return { ...of, version: 1 };
        },
        reason: 'same_operator',
      },
      twice: { losers: ['outdated'] },
      forged: ofMember,
      words: ['note'],
    },
    officeWithdrawPaid: {
      ...row,
      input: () => cases.officeWithdrawPaid.input(''),
      stale: stale(() => cases.officeWithdrawPaid.input('')),
      twice: { losers: ['outdated'] },
      forged: ofMember,
      words: { not: 'a reference begins with a letter or a digit, else it is refused' },
    },
    officePayoutCompare: {
      ...row,
      own: { not: 'it changes nothing' },
      input: () => cases.officePayoutCompare.input(''),
      stale: { not: 'it changes nothing' },
      twice: { not: 'it changes nothing' },
      forged: { not: 'a reference is compared and names nothing' },
      words: { not: 'it keeps nothing' },
    },
    officePayoutRelease: {
      ...row,
      own: { not: 'it is about the payouts of all' },
      input: () => cases.officePayoutRelease.input(''),
      stale: stale(() => cases.officePayoutRelease.input('')),
      twice: { losers: ['outdated'] },
      forged: { not: 'the hold is named by the version that was seen' },
      words: ['note'],
    },
    officeWithdrawFinish: {
      ...row,
      input: () => cases.officeWithdrawFinish.input(''),
      stale: stale(() => cases.officeWithdrawFinish.input('')),
      twice: { losers: ['outdated'] },
      forged: ofMember,
      words: noWords,
    },
    officeWithdrawReturned: {
      ...row,
      input: () => cases.officeWithdrawReturned.input(''),
      stale: stale(() => cases.officeWithdrawReturned.input('')),
      twice: { losers: ['outdated'] },
      forged: ofMember,
      words: ['note'],
    },
  };
};
