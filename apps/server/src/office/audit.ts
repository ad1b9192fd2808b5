import type { AuditAction, AuditSubject } from '@touchline/contract/shapes/office';
import type { Queryable } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { insertAudit } from './audit-queries.ts';

/** What a line says of a thing; amounts as decimal text. Never a password, a code or a token. */
type Facts = Record<string, string | number | boolean | null | readonly string[]>;

/** Something an operator did, or the server in the office's name. */
type AuditEntry = {
  /** Null: the server itself, or a sign-in that failed. */
  operator: { id: string } | null;
  action: AuditAction;
  subject: { kind: AuditSubject; id: string };
  /** The member it touches. */
  member?: { id: string; shard: number };
  /** What belongs to it. */
  detail?: Facts;
  /** What was changed, as it was and as it is now; kept in the detail under these names. */
  before?: Facts;
  after?: Facts;
  /** Why, as the operator wrote it; kept in the detail as `reason`. */
  reason?: string;
  /** Where the call came from; empty for the server itself. */
  address: string;
};

/** Writes a line of the audit log: within the transaction of the change it tells of, so that there is neither without the other. */
export type Audit = (client: Queryable, entry: AuditEntry) => Promise<void>;

export const createAudit =
  ({ now }: { now: () => Date }): Audit =>
  (client, { operator, action, subject, member, detail = {}, before, after, reason, address }) =>
    insertAudit(client, {
      id: newId(),
      operator_id: operator?.id ?? null,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      shard: member?.shard ?? null,
      member_id: member?.id ?? null,
      detail: {
        ...detail,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        ...(reason === undefined ? {} : { reason }),
      },
      address,
      at: now(),
    });
