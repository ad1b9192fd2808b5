import type { AuditAction, AuditSubject } from '@touchline/contract/shapes/office';
import type { Queryable } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { Refused } from '../platform/refusal.ts';
import { insertAudit } from './queries.ts';
import { isMemberDecision, type MemberOriginOf } from './member-origin.ts';
import { sharedOriginOf } from './shared-origin.ts';

/** What a line says of a thing; amounts as decimal text. Never a password, a code or a token. */
type Facts = Record<string, string | number | boolean | null | undefined | readonly string[]>;

/** Something an operator did, or the server in the office's name. */
type AuditEntry = {
  /** Null: the server itself, or a sign-in that failed. */
  operator: { id: string } | null;
  action: AuditAction;
  subject: { kind: AuditSubject; id: string };
  /** The member it touches. */
  member?: { id: string; shard: number };
  /** The operator decides about a member although they share an address or more, and has seen that. */
  originSeen?: true | undefined;
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

/**
 * Writes a line of the audit log within the transaction of the change, so that neither exists without the other. A decision
 * about a member with whom the operator shares an address or more is refused unless they saw it, and the detail has it as
 * `memberOrigin`. For a decision of two operators `shared` in the detail says what both used lately.
 */
export type Audit = (client: Queryable, entry: AuditEntry) => Promise<void>;

export const createAudit =
  ({
    now,
    memberOriginOf = () => Promise.resolve(undefined),
  }: {
    now: () => Date;
    /** Absent where nothing is decided about members. */
    memberOriginOf?: MemberOriginOf;
  }): Audit =>
  async (client, entry) => {
    const { operator, action, subject, member, detail = {}, before, after, reason, address } = entry;
    const at = now();
    const origin =
      operator === null || member === undefined || !isMemberDecision(action)
        ? undefined
        : await memberOriginOf(client, { operatorId: operator.id, member });
    // Within the decision's own transaction: nothing of it stays.
    if (origin !== undefined && entry.originSeen !== true) {
      throw new Refused('member_origin', { memberOrigin: origin });
    }
    const shared =
      operator === null
        ? undefined
        : await sharedOriginOf(client, { action, subjectId: subject.id, operatorId: operator.id, now: at });
    await insertAudit(client, {
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
        ...(shared === undefined ? {} : { shared }),
        ...(origin === undefined ? {} : { memberOrigin: origin }),
      },
      address,
      at,
    });
  };
