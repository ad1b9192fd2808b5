import { refusalReasons } from '@touchline/contract/refusal-reasons';
import type {
  Adjustment,
  AuditLine,
  IdentityRequest,
  MemberIdentity,
  MemberName,
  OfficeMember,
  Operator,
} from '@touchline/contract/shapes/office';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { IdentityRow, MemberRow } from '../members/service.ts';
import type { Balance } from '../wallet/service.ts';
import type { AdjustmentRow } from './adjustment-queries.ts';
import { maskEmail, maskMobile, maskName } from './mask.ts';
import type { SealedAuditRow } from './audit-queries.ts';
import type { OperatorRow } from './operator-queries.ts';

/** Accounts of the operators and members a list names. */
export type Names = {
  operators: ReadonlyMap<string, { id: string; account: string }>;
  members: ReadonlyMap<string, MemberRow>;
};

/** An operator as named beside what they did. */
export const operatorName = ({ operators }: Names, id: string): MemberName => {
  const named = operators.get(id);
  return { id, account: named?.account ?? '' };
};

export const memberName = ({ members }: Names, id: string): MemberName => ({
  id,
  account: members.get(id)?.account ?? '',
});

/** Who decided and when, where somebody has. */
const decision = (row: { decided_by: string | null; decided_at: Date | null }, names: Names) => ({
  ...(row.decided_by === null ? {} : { decidedBy: operatorName(names, row.decided_by) }),
  ...(row.decided_at === null ? {} : { decidedAt: row.decided_at.toISOString() }),
});

export const operatorToWire = (row: OperatorRow): Operator => ({
  ...{ id: row.id, account: row.account, roles: row.roles, createdAt: row.created_at.toISOString() },
  ...(row.disabled_at === null ? {} : { disabledAt: row.disabled_at.toISOString() }),
  ...(row.created_by === null
    ? {}
    : { createdBy: { id: row.created_by, account: row.created_by_account ?? '' } }),
});

/** Contacts and the name are masked. */
export const memberToWire = (row: MemberRow, balance: Balance, { scale }: Currency): OfficeMember => ({
  ...{ id: row.id, account: row.account },
  ...(row.area_code === null || row.mobile === null ? {} : { mobile: maskMobile(row.area_code, row.mobile) }),
  ...(row.email === null ? {} : { email: maskEmail(row.email) }),
  ...(row.real_name === null ? {} : { realName: maskName(row.real_name) }),
  ...(row.verified_at === null ? {} : { verifiedAt: row.verified_at.toISOString() }),
  registeredAt: row.registered_at.toISOString(),
  balance: formatAmount(balance.availableMinor, scale),
  held: formatAmount(balance.heldMinor, scale),
  ...(row.locked_at === null
    ? {}
    : { locked: { at: row.locked_at.toISOString(), why: row.locked_why ?? '' } }),
});

export const identityStateToWire = ({
  state,
  reason: told,
}: {
  state: MemberIdentity['state'];
  reason: string | null;
}): MemberIdentity => {
  const reason = refusalReasons.find((each) => each === told);
  return { state, ...(reason === undefined ? {} : { reason }) };
};

export const identityToWire = (row: IdentityRow, names: Names): IdentityRequest => {
  const reason = refusalReasons.find((each) => each === row.reason);
  return {
    ...{ id: row.id, member: memberName(names, row.member_id), realName: row.real_name },
    ...{ birthDate: row.birth_date, document: row.document, state: row.state },
    ...(reason === undefined ? {} : { reason }),
    submittedAt: row.submitted_at.toISOString(),
    ...decision(row, names),
  };
};

export const adjustmentToWire = (row: AdjustmentRow, names: Names, { scale }: Currency): Adjustment => ({
  ...{ id: row.id, member: memberName(names, row.member_id), amount: formatAmount(row.amount, scale) },
  ...{ reason: row.reason, state: row.state },
  proposedBy: operatorName(names, row.proposed_by),
  proposedAt: row.proposed_at.toISOString(),
  ...decision(row, names),
  ...(row.refusal === null ? {} : { note: row.refusal }),
});

export const auditToWire = (row: SealedAuditRow, names: Names): AuditLine => ({
  ...{ id: row.id, at: row.at.toISOString(), action: row.action, detail: row.detail, address: row.address },
  ...(row.seq === null ? {} : { seq: String(row.seq) }),
  ...(row.hash === null ? {} : { hash: row.hash.toString('hex') }),
  ...(row.operator_id === null ? {} : { operator: operatorName(names, row.operator_id) }),
  subject: { kind: row.subject_kind, id: row.subject_id },
  ...(row.member_id === null ? {} : { member: memberName(names, row.member_id) }),
});
