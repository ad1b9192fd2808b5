import { newId } from '../../platform/ids.ts';
import { officeCases } from '../../testing/access-cases/office-cases.ts';
import { form } from '../../testing/access-cases/kinds.ts';
import type { Rows } from './kinds.ts';
import type { BadWorld } from './world.ts';

const noVersion = { not: 'it is decided once, whatever it has been: who comes second is told so' };
const noFeed = { not: 'it is about money, of which no feed says anything' };
const noWords = { not: 'it takes no words, only choices' };

/** Money in and out, and corrections. */
export const cashierRows = (world: () => BadWorld): Rows => {
  const cases = officeCases(world);
  const nobodysOwn = { not: 'members ask for it, and a member is no operator' };
  const ofAnother = async () => [newId(), world().other.id, (await world().one('auditor')).id, "' or 1=1 --"];
  const ofMember = {
    member: { values: ofAnother, reason: 'not_found' },
    id: { reason: 'not_found' },
  } as const;
  const row = { own: nobodysOwn, stale: noVersion, against: noFeed };

  /** A withdrawal of the owner that two must approve. */
  const large = async () => {
    const headers = { 'ba-user-token': world().owner.token };
    const given = { key: newId(), wallet: await world().payout(), amount: '2000', password: form.password };
    const made = await world().call('createWithdraw', given, headers);
    if (made.code !== 1) throw new Error(JSON.stringify(made));
    return { member: world().owner.id, id: String(made.data['id']) };
  };

  return {
    officeAdjustmentAdd: {
      ...row,
      input: () => cases.officeAdjustmentAdd.input(''),
      twice: {
        ...{ losers: [], same: 'the key makes it the same proposal' },
        oneOnly: 'a key is of one operator: two make two proposals, of which each must be applied',
      },
      own: { not: 'a proposal moves nothing, whoever makes it' },
      stale: { not: 'a proposal is made on no version: the balance is judged when it is applied' },
      forged: { member: { reason: 'not_found' } },
      words: ['reason'],
    },
    officeAdjustmentDecide: {
      ...row,
      input: () => cases.officeAdjustmentDecide.input(''),
      own: {
        input: async (by) => {
          const given = { key: newId(), member: world().owner.id, amount: '1', reason: 'For the test' };
          return { id: (await world().ask(by, 'officeAdjustmentAdd', given))['id'], decision: 'apply' };
        },
        reason: 'same_operator',
      },
      twice: { losers: ['decided_already'], same: 'who applied it is told again that it is applied' },
      forged: { id: { reason: 'not_found' } },
      words: ['note'],
    },
    officePaymentDecide: {
      ...row,
      input: () => cases.officePaymentDecide.input(''),
      twice: { losers: ['decided_already'] },
      forged: { ...ofMember, payment: { reason: 'not_found' } },
      words: noWords,
    },
    officeRechargeReject: {
      ...row,
      input: () => cases.officeRechargeReject.input(''),
      twice: { losers: ['recharge_state'] },
      forged: ofMember,
      words: noWords,
    },
    officeWithdrawDecide: {
      ...row,
      input: () => cases.officeWithdrawDecide.input(''),
      own: {
        input: async (by) => {
          const of = { ...(await large()), decision: 'approve' };
          await world().ask(by, 'officeWithdrawDecide', of);
          return of;
        },
        reason: 'same_operator',
      },
      twice: { losers: ['withdraw_state', 'same_operator'] },
      forged: ofMember,
      words: ['note'],
    },
    officeWithdrawPaid: {
      ...row,
      input: () => cases.officeWithdrawPaid.input(''),
      twice: { losers: ['withdraw_state'] },
      forged: ofMember,
      words: { not: 'a reference begins with a letter or a digit, else it is refused' },
    },
    officeWithdrawFinish: {
      ...row,
      input: () => cases.officeWithdrawFinish.input(''),
      twice: { losers: ['withdraw_state'] },
      forged: ofMember,
      words: noWords,
    },
    officeWithdrawReturned: {
      ...row,
      input: () => cases.officeWithdrawReturned.input(''),
      twice: { losers: ['withdraw_state'] },
      forged: ofMember,
      words: ['note'],
    },
  };
};
