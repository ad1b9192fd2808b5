import type { AuditAction, AuditSubject } from '@touchline/contract/shapes/office';
import type { Queryable } from '../database/database.ts';
import { newId } from '../ids.ts';
import { Refused } from '../refusal.ts';
import { insertAudit } from './queries.ts';
import { isMemberDecision, sharedOriginOf, type MemberOriginOf } from './origins.ts';

/** Facts in a line, amounts as decimal text. Never a password, a code or a token. */
type Facts = Record<string, string | number | boolean | null | undefined | readonly string[]>;

/** An action of an operator, or of the server for the office. */
type AuditEntry = {
  /** Null: the server itself, or a sign-in that failed. */
  operator: { id: string } | null;
  action: AuditAction;
  subject: { kind: AuditSubject; id: string };
  /** The member concerned. */
  member?: { id: string; shard: number } | undefined;
  /** The operator decides about a member although they share an address or more, and has seen that. */
  originSeen?: true | undefined;
  /** Further facts of the action. */
  detail?: Facts;
  /** Values before and after the change; kept in the detail under these names. */
  before?: Facts | undefined;
  after?: Facts | undefined;
  /** The operator's reason; kept in the detail as `reason`. */
  reason?: string | undefined;
  /** The address of the caller; empty for the server itself. */
  address: string;
};

/**
 * Writes a line of the audit log within the transaction of the change, so that neither exists without the other. A decision
 * about a member with whom the operator shares an address or more is refused unless they saw it, and the detail has it as
 * `memberOrigin`. For a decision of two operators `shared` in the detail lists what both used lately.
 */
export type Audit = (client: Queryable, entry: AuditEntry) => Promise<void>;

export const createAudit =
  ({
    now,
    memberOriginOf = () => Promise.resolve(undefined),
  }: {
    now: () => Date;
    /** Absent where no decisions about members are made. */
    memberOriginOf?: MemberOriginOf;
  }): Audit =>
  async (client, entry) => {
    const { operator, action, subject, member, detail = {}, before, after, reason, address } = entry;
    const at = now();
    const origin =
      operator === null || member === undefined || !isMemberDecision(action)
        ? undefined
        : await memberOriginOf(client, { operatorId: operator.id, member });
    // This throws within the decision's transaction, which is rolled back.
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
