import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Queryable } from '../core/database/database.ts';
import { addMemberFact, factBody } from '../core/public-log/facts.ts';
import type { Owner } from '../core/owner.ts';
import type { Receipts } from '../core/public-log/receipts.ts';
import type { Hold, Limit } from './domain.ts';
import type { PlayRow } from './queries.ts';

/** What the house has promised a member to keep to: a limit, a time away from betting, or how often it asks to pause. */
export type Commitment = { kind: 'limit' | 'reality' | 'restriction'; id: string; body: string; at: Date };

/** When it was made: the version of the member's settings makes it one of a kind. */
type Made = { row: Pick<PlayRow, 'version'>; at: Date };

const idOf = ({ memberId }: Owner, { row }: Made): string => `${memberId}:${row.version}`;
const amountOf = (minor: bigint | null): string | null => (minor === null ? null : minor.toString());

/** A limit as it is from now on; an amount of null is no limit. Amounts in minor units. */
export const limitCommitment = (
  owner: Owner,
  { kind, period, amount, pending }: Limit,
  made: Made,
): Commitment => {
  const id = idOf(owner, made);
  const body = factBody('limit', {
    amount: amountOf(amount),
    id,
    limit: kind,
    member: owner.memberId,
    pending: pending && {
      amount: amountOf(pending.amount),
      from: pending.from.toISOString(),
      until: pending.until.toISOString(),
    },
    period,
    time: made.at.toISOString(),
  });
  return { kind: 'limit', id, body, at: made.at };
};

/** A time-out or exclusion as it is from now on; an `until` of null is for good. */
export const restrictionCommitment = (
  owner: Owner,
  { kind, since, until, opensAt }: Hold,
  made: Made,
): Commitment => {
  const id = idOf(owner, made);
  const body = factBody('restriction', {
    id,
    member: owner.memberId,
    opensAt: opensAt && opensAt.toISOString(),
    restriction: kind,
    since: since.toISOString(),
    time: made.at.toISOString(),
    until: until && until.toISOString(),
  });
  return { kind: 'restriction', id, body, at: made.at };
};

/** The minutes between reality checks from now on; null is never. */
export const realityCommitment = (owner: Owner, minutes: number | null, made: Made): Commitment => {
  const id = idOf(owner, made);
  const body = factBody('reality', { id, member: owner.memberId, minutes, time: made.at.toISOString() });
  return { kind: 'reality', id, body, at: made.at };
};

/** Puts it into the public log, in the transaction of the change. */
export const commit = async (
  client: Queryable,
  owner: Owner,
  commitment: Commitment,
): Promise<Commitment> => {
  if (!(await addMemberFact(client, owner, commitment))) {
    throw new Error(`${commitment.kind} ${commitment.id} is in the log already`);
  }
  return commitment;
};

/** The receipt of what was committed, as of when it was; none where nothing changed, or while the key is away. */
export const receiptOf = async (
  receipts: Pick<Receipts, 'sign'>,
  commitment: Commitment | undefined,
): Promise<Receipt | undefined> =>
  commitment === undefined ? undefined : (await receipts.sign([commitment], commitment.at))[0];
