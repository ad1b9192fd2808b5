import type { JsonObject } from '@touchline/verify/canonical-json';
import type { Queryable } from '../../core/database/database.ts';
import { addMemberFact, factBody } from '../../core/public-log/facts.ts';
import type { NewWithdrawal, WithdrawalRow } from './queries.ts';

/** The kind of a withdrawal's steps in the public log. */
export const withdrawalKind = 'withdrawal';

type RateFields = { rate: string; usdt: string };

/** The rate of a withdrawal to a crypto wallet, and what is sent. */
export const rateFields = (row: Pick<WithdrawalRow, 'rate_micro' | 'usdt_micro'>): RateFields | object =>
  row.rate_micro !== null && row.usdt_micro !== null
    ? { rate: row.rate_micro.toString(), usdt: row.usdt_micro.toString() }
    : {};

/** A step of a withdrawal, without its time. */
export type WithdrawalStep =
  /** More operators must approve than when it was requested. */
  | { step: 'raised'; needed: number }
  | ({ step: 'approved'; by: string; given: number; needed: number } & Partial<RateFields>)
  | { step: 'paid'; reference: string }
  | { step: 'arrived' }
  | { step: 'refused' | 'returned'; reason: string; note: string | null }
  | { step: 'cancelled' };

/** A step with its terms, as JSON. */
type StepFields = JsonObject & { step: WithdrawalStep['step'] | 'requested' };
type Withdrawn = Pick<WithdrawalRow, 'shard' | 'member_id' | 'id'>;

/** @param n number of the step, from 1: the version of the withdrawal after it, plus 1 */
const add = async (
  client: Queryable,
  { shard, member_id: memberId, id }: Withdrawn,
  { n, at, fields }: { n: number; at: Date; fields: StepFields },
): Promise<void> => {
  const body = factBody(withdrawalKind, {
    ...fields,
    member: memberId,
    n,
    time: at.toISOString(),
    withdrawal: id,
  });
  const fact = { kind: withdrawalKind, id: `${id}:${n}`, body };
  if (!(await addMemberFact(client, { shard, memberId }, fact))) {
    throw new Error(`Step ${n} of withdrawal ${id} is in the log already`);
  }
};

/** Puts a new withdrawal with all its terms into the public log, in its transaction. */
export const commitRequest = (client: Queryable, row: NewWithdrawal): Promise<void> =>
  add(client, row, {
    n: 1,
    at: row.requested_at,
    fields: {
      step: 'requested',
      amount: row.amount.toString(),
      arrivesBy: row.arrives_by.toISOString(),
      currency: row.currency,
      fee: row.fee.toString(),
      key: row.key,
      method: { fields: { ...row.method.fields }, id: row.method_id, type: row.method.type },
      needed: row.approvals_needed,
      receive: row.receive.toString(),
      ...rateFields(row),
    },
  });

/**
 * Puts a later step into the public log, in the transaction that takes it.
 * @param of.version of the withdrawal before the step
 */
export const commitStep = (
  client: Queryable,
  of: Withdrawn & Pick<WithdrawalRow, 'version'>,
  step: WithdrawalStep,
  at: Date,
): Promise<void> => add(client, of, { n: of.version + 2, at, fields: { ...step } });
