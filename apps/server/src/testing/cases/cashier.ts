import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { form, nothing, type OfficeCases } from './kinds.ts';

const noWords = { not: 'it takes no words, only choices' };

/** Cases of the calls about money in and out, and corrections. */
export const cashierCases = (site: () => OwnedData) => {
  const reading = { roles: ['cashier', 'auditor'], input: nothing } as const;
  const ofAnother = async () => [newId(), site().other.id, (await site().one('auditor')).id, "' or 1=1 --"];
  const row = {
    roles: ['cashier'],
    own: { not: 'members ask for it, and a member is no operator' },
    forged: { member: { values: ofAnother, reason: 'not_found' }, id: 'not_found' },
  } as const;
  const correction = () => ({ key: newId(), member: site().owner.id, amount: '1', reason: 'For the test' });

  /** A withdrawal of the owner that two must approve. */
  const large = async () => {
    await site().restDay();
    const headers = { 'ba-user-token': site().owner.token };
    const given = { key: newId(), wallet: await site().payout(), amount: '2000', password: form.password };
    const { id } = await site().ask('createWithdraw', given, headers);
    return { member: site().owner.id, id, version: 0 };
  };

  return {
    officeAdjustmentList: { roles: ['cashier', 'owner', 'auditor'], input: nothing },
    officeAdjustmentAdd: {
      roles: ['cashier', 'owner'],
      input: correction,
      twice: {
        losers: [],
        same: 'the key makes it the same proposal',
        oneOnly: 'a key is of one operator: two make two proposals, of which each must be applied',
      },
      own: { not: 'a proposal moves no money' },
      stale: { not: 'a proposal is made on no version: the balance is judged when it is applied' },
      forged: { member: 'not_found' },
      words: ['reason'],
    },
    officeAdjustmentDecide: {
      roles: ['cashier', 'owner'],
      input: async () => ({
        id: await site().adjustment(),
        version: 0,
        decision: 'apply',
        walletVersion: await site().walletVersion(),
      }),
      stale: 'version',
      own: async (by) => {
        const { id } = await site().askAs(by, 'officeAdjustmentAdd', correction());
        return { id, version: 0, decision: 'apply', walletVersion: await site().walletVersion() };
      },
      twice: { losers: ['outdated'], same: 'the first operator gets the same answer again' },
      forged: { id: 'not_found' },
      words: ['note'],
    },
    officeRechargeList: reading,
    officeRechargeDetail: {
      ...reading,
      input: async () => ({ member: site().owner.id, id: await site().recharge() }),
    },
    officePaymentDecide: {
      ...row,
      input: async () => ({ ...(await site().payment()), decision: 'credit' }),
      stale: 'version',
      // The loser reads the recharge and then decides the payment: the winner's change may come before both or between them.
      twice: { losers: ['outdated', 'decided_already'] },
      forged: { ...row.forged, payment: 'not_found' },
      words: noWords,
    },
    officeRechargeReject: {
      ...row,
      input: async () => {
        const id = await site().recharge();
        const version = await site().version('recharge', id);
        return { member: site().owner.id, id, version, reason: 'not_received' };
      },
      stale: 'version',
      twice: { losers: ['outdated'] },
      words: noWords,
    },
    officeWithdrawList: reading,
    officeWithdrawDetail: {
      ...reading,
      input: async () => {
        const { member, id } = await site().withdrawal();
        return { member, id };
      },
    },
    officeWithdrawDecide: {
      ...row,
      input: async () => ({ ...(await site().withdrawal()), decision: 'approve' }),
      // One has approved it, another whose page is older refuses it.
      stale: async () => {
        const of = await large();
        const first = await site().one('cashier', 8);
        await site().askAs(first, 'officeWithdrawDecide', { ...of, decision: 'approve' });
        return { ...of, decision: 'refuse', reason: 'suspicious' };
      },
      own: async (by) => {
        const of = { ...(await large()), decision: 'approve' };
        await site().askAs(by, 'officeWithdrawDecide', of);
        return { ...of, version: 1 };
      },
      twice: { losers: ['outdated'] },
      words: ['note'],
    },
    officeWithdrawPaid: {
      ...row,
      input: async () => ({ ...(await site().withdrawal('approved')), reference: newId() }),
      stale: 'version',
      twice: { losers: ['outdated'] },
      words: { not: 'a reference begins with a letter or a digit, else it is refused' },
    },
    officeWithdrawFinish: {
      ...row,
      input: () => site().withdrawal('approved', 'paid'),
      stale: 'version',
      twice: { losers: ['outdated'] },
      words: noWords,
    },
    officeWithdrawReturned: {
      ...row,
      input: async () => ({ ...(await site().withdrawal('approved', 'paid')), reason: 'returned_by_bank' }),
      stale: 'version',
      twice: { losers: ['outdated'] },
      words: ['note'],
    },
    officePayoutHold: reading,
    officePayoutCompare: {
      ...row,
      own: { not: 'it changes nothing' },
      input: () => ({ references: ['BANK 1'] }),
      stale: { not: 'it changes nothing' },
      twice: { not: 'it changes nothing' },
      forged: { not: 'a reference is compared and names nothing' },
      words: { not: 'it keeps nothing' },
    },
    officePayoutRelease: {
      ...row,
      own: { not: 'it is about the payouts of all' },
      input: async () => ({
        version: await site().payoutHold(),
        references: [],
        unknown: [],
        note: 'For the test, nothing was paid',
      }),
      stale: 'version',
      twice: { losers: ['outdated'] },
      forged: { not: 'the hold is named by the version that was seen' },
      words: ['note'],
    },
    officeRailList: reading,
  } satisfies OfficeCases;
};
