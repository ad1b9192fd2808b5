import type { Queryable } from '../../core/database/database.ts';
import { addMemberFact, factBody } from '../../core/public-log/facts.ts';
import type { Owner } from '../../core/owner.ts';
import type { MethodRow } from './queries.ts';

/** The kind of a payout method's changes in the public log. */
export const payoutMethodKind = 'payout_method';

type Changed = { method: string; version: number; at: Date };

/** Puts a change of a payout method into the public log, in its transaction. */
const commit = async (
  client: Queryable,
  owner: Owner,
  { method, version, at }: Changed,
  fields: { change: 'removed' } | ({ change: 'added' | 'changed' } & Destination),
): Promise<void> => {
  const n = version + 1;
  const body = factBody(payoutMethodKind, {
    ...fields,
    member: owner.memberId,
    method,
    n,
    time: at.toISOString(),
  });
  const fact = { kind: payoutMethodKind, id: `${method}:${n}`, body };
  if (!(await addMemberFact(client, owner, fact))) {
    throw new Error(`Change ${n} of payout method ${method} is in the log already`);
  }
};

/** Where the money goes, as the member wrote it. */
type Destination = { fields: Record<string, string>; type: string; usableFrom: string };

/** Commits the house to a method as the member has written it. @param version of the row after the change; 0 of a new one */
export const commitMethod = (
  client: Queryable,
  owner: Owner,
  row: Pick<MethodRow, 'id' | 'type' | 'fields' | 'usable_from'>,
  { version, at }: Omit<Changed, 'method'>,
): Promise<void> =>
  commit(
    client,
    owner,
    { method: row.id, version, at },
    {
      change: version === 0 ? 'added' : 'changed',
      fields: { ...row.fields },
      type: row.type,
      usableFrom: row.usable_from.toISOString(),
    },
  );

/** The same of a method that was removed. */
export const commitRemoval = (client: Queryable, owner: Owner, removed: Changed): Promise<void> =>
  commit(client, owner, removed, { change: 'removed' });
