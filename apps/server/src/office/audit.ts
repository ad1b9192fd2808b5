import type { AuditAction, AuditSubject } from '@touchline/contract/shapes/office';
import type { Queryable } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { insertAudit } from './audit-queries.ts';

/** Something an operator did, or the server in the office's name. */
type AuditEntry = {
  /** Null: the server itself, or a sign-in that failed. */
  operator: { id: string } | null;
  action: AuditAction;
  subject: { kind: AuditSubject; id: string };
  /** The member it touches. */
  member?: { id: string; shard: number };
  /** What changed; amounts as decimal text. Never a password or a token. */
  detail?: Record<string, string | number | boolean | null | readonly string[]>;
  /** Where the call came from; empty for the server itself. */
  address: string;
};

/** Writes a line of the audit log: within the transaction of the change it tells of, so that there is neither without the other. */
export type Audit = (client: Queryable, entry: AuditEntry) => Promise<void>;

export const createAudit =
  ({ now }: { now: () => Date }): Audit =>
  (client, { operator, action, subject, member, detail = {}, address }) =>
    insertAudit(client, {
      id: newId(),
      operator_id: operator?.id ?? null,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      shard: member?.shard ?? null,
      member_id: member?.id ?? null,
      detail,
      address,
      at: now(),
    });
