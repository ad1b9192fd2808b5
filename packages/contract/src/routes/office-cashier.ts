import { Type } from 'typebox';
import { moneyKinds } from '../kinds.ts';
import { operatorRoute } from '../route.ts';
import { refusalReasons } from '../refusal-reasons.ts';
import { Amount, Id, listOf, Moment, oneOf, pageFields, SignedAmount, Version } from '../shapes/common.ts';
import {
  LookAlike,
  MemberIdentity,
  OfficeMember,
  OfficeRecharge,
  OfficeWithdrawal,
  originField,
  originSeen,
  RailBalance,
  withdrawalQueues,
  withdrawalRisks,
} from '../shapes/office.ts';

const closed = { additionalProperties: false };
const ofMember = { member: Id, id: Id };
const decided = { ...ofMember, ...originSeen, version: Version };
const why = {
  reason: oneOf([...refusalReasons]),
  note: Type.Optional(Type.String({ maxLength: 300, description: 'for the member to read' })),
};
const readers = ['cashier', 'auditor'] as const;

/** References as the list of a rail has them. */
const references = Type.Array(Type.String({ minLength: 3, maxLength: 100 }), { maxItems: 5_000 });

export const officeCashierRoutes = {
  officeRechargeList: operatorRoute('officeRechargeList', 'GET /api/office/rechargeList', {
    roles: readers,
    summary: 'Recharges for a person to look at, the longest waiting first',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(OfficeRecharge),
  }),
  officeRechargeDetail: operatorRoute('officeRechargeDetail', 'GET /api/office/rechargeDetail', {
    roles: readers,
    summary: 'One recharge with its payments and voucher, its member, and earlier vouchers that look alike',
    input: Type.Object(ofMember, closed),
    output: Type.Object({
      ...OfficeRecharge.properties,
      ...originField,
      member: OfficeMember,
      lookAlikes: Type.Array(LookAlike),
    }),
    reasons: ['not_found'],
  }),
  officePaymentDecide: operatorRoute('officePaymentDecide', 'POST /api/office/paymentDecide', {
    decides: true,
    roles: ['cashier'],
    summary:
      'Credit a payment in review at the terms of its recharge, or refuse it; one in another currency can only be refused',
    input: Type.Object({ ...decided, payment: Id, decision: oneOf(['credit', 'refuse']) }, closed),
    output: OfficeRecharge,
    reasons: ['not_found', 'outdated', 'decided_already', 'member_origin'],
  }),
  officeRechargeReject: operatorRoute('officeRechargeReject', 'POST /api/office/rechargeReject', {
    decides: true,
    roles: ['cashier'],
    summary: 'Reject a recharge that nothing was received for, and say why',
    input: Type.Object({ ...decided, reason: oneOf([...refusalReasons]) }, closed),
    output: OfficeRecharge,
    reasons: ['not_found', 'outdated', 'recharge_state', 'member_origin'],
  }),
  officeWithdrawList: operatorRoute('officeWithdrawList', 'GET /api/office/withdrawList', {
    roles: readers,
    summary: 'Withdrawals of all members by where they are, the oldest first',
    input: Type.Object({ queue: Type.Optional(oneOf([...withdrawalQueues])), ...pageFields }, closed),
    output: listOf(OfficeWithdrawal),
  }),
  officeWithdrawDetail: operatorRoute('officeWithdrawDetail', 'GET /api/office/withdrawDetail', {
    roles: readers,
    summary:
      'One withdrawal with its member: what moved the wallet, turnover, name, what to look at, and how many other members use the same payout method',
    input: Type.Object(ofMember, closed),
    output: Type.Object({
      ...OfficeWithdrawal.properties,
      ...originField,
      member: OfficeMember,
      sharedWith: Type.Integer(),
      stopped: Type.Boolean({ description: 'payments of this member stop for a breach of the ledger' }),
      methodSince: Type.Optional(Moment),
      turnoverLeft: Amount,
      identity: MemberIdentity,
      story: Type.Array(
        Type.Object({ kind: oneOf([...moneyKinds]), count: Type.Integer(), amount: SignedAmount }),
        {
          description: 'what moved the wallet over all time, by kind; together it is what is there and held',
        },
      ),
      risks: Type.Array(oneOf([...withdrawalRisks]), { description: 'only while it can be refused' }),
    }),
    reasons: ['not_found'],
  }),
  officeWithdrawDecide: operatorRoute('officeWithdrawDecide', 'POST /api/office/withdrawDecide', {
    decides: true,
    roles: ['cashier'],
    summary:
      'Approve a withdrawal, which above the threshold two different operators must, or refuse it and say why',
    input: Type.Object(
      {
        ...decided,
        decision: oneOf(['approve', 'refuse']),
        reason: Type.Optional(why.reason),
        note: why.note,
      },
      closed,
    ),
    output: OfficeWithdrawal,
    reasons: [
      'not_found',
      'outdated',
      'withdraw_state',
      'member_origin',
      'same_operator',
      'reason_needed',
      'withdraw_stopped',
    ],
  }),
  officeWithdrawPaid: operatorRoute('officeWithdrawPaid', 'POST /api/office/withdrawPaid', {
    decides: true,
    roles: ['cashier'],
    summary: 'It is paid: the reference of the bank, or the hash of the transfer',
    input: Type.Object(
      {
        ...decided,
        reference: Type.String({ minLength: 3, maxLength: 100, pattern: '^[A-Za-z0-9][A-Za-z0-9 ._/-]*$' }),
      },
      closed,
    ),
    output: OfficeWithdrawal,
    reasons: [
      'not_found',
      'outdated',
      'withdraw_state',
      'reference_used',
      'withdraw_stopped',
      'member_origin',
    ],
  }),
  officeWithdrawFinish: operatorRoute('officeWithdrawFinish', 'POST /api/office/withdrawFinish', {
    decides: true,
    roles: ['cashier'],
    summary: 'Its arrival is confirmed',
    input: Type.Object(decided, closed),
    output: OfficeWithdrawal,
    reasons: ['not_found', 'outdated', 'withdraw_state', 'member_origin'],
  }),
  officeWithdrawReturned: operatorRoute('officeWithdrawReturned', 'POST /api/office/withdrawReturned', {
    decides: true,
    roles: ['cashier'],
    summary: 'It was paid and came back: amount and fee are the member’s again',
    input: Type.Object({ ...decided, ...why }, closed),
    output: OfficeWithdrawal,
    reasons: ['not_found', 'outdated', 'withdraw_state', 'member_origin'],
  }),
  officePayoutHold: operatorRoute('officePayoutHold', 'GET /api/office/payoutHold', {
    roles: readers,
    summary: 'Whether all payouts wait, since the database may be older than what the rails have paid',
    input: Type.Object({}, closed),
    output: Type.Object({
      hold: Type.Optional(
        Type.Object({
          version: Version,
          reason: oneOf(['restored', 'log_refused']),
          since: Type.String({ format: 'date-time', description: 'payments after it may be missing here' }),
          at: Moment,
          waiting: Type.Integer({
            description: 'approved withdrawals that are sent once payouts are released',
          }),
          amount: Amount,
        }),
      ),
    }),
  }),
  officePayoutCompare: operatorRoute('officePayoutCompare', 'POST /api/office/payoutCompare', {
    decides: false,
    roles: ['cashier'],
    summary: 'Which references of a rail’s list have paid a withdrawal of this database',
    input: Type.Object({ references }, closed),
    output: Type.Object({ known: references, unknown: references }),
  }),
  officePayoutRelease: operatorRoute('officePayoutRelease', 'POST /api/office/payoutRelease', {
    decides: true,
    roles: ['cashier'],
    summary: 'Release payouts after the lists of the rails were compared',
    input: Type.Object(
      {
        version: Version,
        references,
        unknown: references,
        note: Type.String({
          minLength: 10,
          maxLength: 1_000,
          description: 'the comparison, and the outcome of the unknown ones',
        }),
      },
      closed,
    ),
    output: Type.Object({}),
    reasons: ['outdated'],
  }),
  officeRailList: operatorRoute('officeRailList', 'GET /api/office/railList', {
    roles: ['cashier', 'auditor'],
    summary: 'Each rail: payments and withdrawals, compared with ledger and chain',
    input: Type.Object({}, closed),
    output: Type.Object({ list: Type.Array(RailBalance) }),
  }),
};
