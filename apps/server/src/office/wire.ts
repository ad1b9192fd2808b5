import { refusalReasons } from '@touchline/contract/refusal-reasons';
import type {
  Adjustment,
  AuditLine,
  IdentityRequest,
  MemberIdentity,
  MemberName,
  MemberOrigin,
  OfficeMember,
  OperatorAccount,
  SharedOrigin,
} from '@touchline/contract/shapes/office';
import type { OperatorProposal } from '@touchline/contract/shapes/proposals';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { IdentityRow, MemberRow } from '../accounts/index.ts';
import type { Balance } from '../ledger/index.ts';
import type { BalanceCorrection } from './adjustments.ts';
import type { SealedAuditRow } from '../core/audit-log/queries.ts';
import type { OperatorRow } from './operator-queries.ts';
import type { OperatorProposalRow } from './operators.ts';

// What masks leave of contacts and names distinguishes two members, and is too little to use.

/** "an•••@example.com". */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${Array.from(email.slice(0, at)).slice(0, 2).join('')}•••${email.slice(at)}`;
};

/** "+44 •••21". */
export const maskMobile = (areaCode: string, mobile: string): string => `+${areaCode} •••${mobile.slice(-2)}`;

/** The first letter of each part: "A••• L•••". */
export const maskName = (name: string): string =>
  name
    .split(/\s+/u)
    .filter((part) => part !== '')
    .map((part) => `${Array.from(part)[0] ?? ''}•••`)
    .join(' ');

/** Accounts of the operators and members a list names. */
export type AccountNames = {
  operators: ReadonlyMap<string, { id: string; account: string }>;
  members: ReadonlyMap<string, MemberRow>;
};

/** The name of an operator next to an action. */
export const operatorName = ({ operators }: AccountNames, id: string): MemberName => {
  const named = operators.get(id);
  return { id, account: named?.account ?? '' };
};

export const memberName = ({ members }: AccountNames, id: string): MemberName => ({
  id,
  account: members.get(id)?.account ?? '',
});

/** The operator and time of a decision, if there is one. */
const decision = (row: { decided_by: string | null; decided_at: Date | null }, names: AccountNames) => ({
  decidedBy: row.decided_by === null ? undefined : operatorName(names, row.decided_by),
  decidedAt: row.decided_at?.toISOString(),
});

export const operatorToWire = (row: OperatorRow): OperatorAccount => ({
  id: row.id,
  account: row.account,
  roles: row.roles,
  createdAt: row.created_at.toISOString(),
  version: row.version,
  disabledAt: row.disabled_at?.toISOString(),
  createdBy:
    row.created_by === null ? undefined : { id: row.created_by, account: row.created_by_account ?? '' },
  waitsUntil: row.waits_until?.toISOString(),
});

/** @param shared addresses and browsers that the reading operator and the proposer shared lately */
export const proposalToWire = (
  row: OperatorProposalRow,
  names: AccountNames,
  shared: SharedOrigin | undefined,
): OperatorProposal => {
  if (row.expires_at === null) throw new Error('A change of an operator never expires');
  return {
    id: row.id,
    operator: row.subject_id === null ? undefined : operatorName(names, row.subject_id),
    change: row.body,
    reason: row.reason === '' ? undefined : row.reason,
    state: row.state,
    version: row.version,
    proposedBy: operatorName(names, row.proposed_by),
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ...decision(row, names),
    alone: row.alone || undefined,
    shared,
    note: row.note ?? undefined,
  };
};

/** Contacts and the name are masked. */
export const memberToWire = (row: MemberRow, balance: Balance, { scale }: Currency): OfficeMember => ({
  id: row.id,
  account: row.account,
  mobile: row.area_code === null || row.mobile === null ? undefined : maskMobile(row.area_code, row.mobile),
  email: row.email === null ? undefined : maskEmail(row.email),
  realName: row.real_name === null ? undefined : maskName(row.real_name),
  verifiedAt: row.verified_at?.toISOString(),
  registeredAt: row.registered_at.toISOString(),
  agentCode: row.agent_code ?? undefined,
  balance: formatAmount(balance.availableMinor, scale),
  held: formatAmount(balance.heldMinor, scale),
  walletVersion: Number(balance.version),
  version: row.lock_version,
  locked: row.locked_at === null ? undefined : { at: row.locked_at.toISOString(), why: row.locked_why ?? '' },
});

export const identityStateToWire = ({
  state,
  reason: told,
}: {
  state: MemberIdentity['state'];
  reason: string | null;
}): MemberIdentity => {
  const reason = refusalReasons.find((each) => each === told);
  return { state, reason };
};

export const identityToWire = (row: IdentityRow, names: AccountNames): IdentityRequest => {
  const reason = refusalReasons.find((each) => each === row.reason);
  return {
    id: row.id,
    member: memberName(names, row.member_id),
    realName: row.real_name,
    birthDate: row.birth_date,
    document: row.document,
    state: row.state,
    version: row.version,
    reason,
    submittedAt: row.submitted_at.toISOString(),
    ...decision(row, names),
  };
};

/** The available balance before and after a correction: as stored if applied, from the current wallet if proposed. */
const balanceOf = (
  row: BalanceCorrection,
  wallet: Balance | undefined,
  scale: number,
): Pick<Adjustment, 'balance'> => {
  const { state, amountMinor, balances } = row;
  if (balances !== undefined) {
    const { beforeMinor, afterMinor } = balances;
    return { balance: { before: formatAmount(beforeMinor, scale), after: formatAmount(afterMinor, scale) } };
  }
  if (state !== 'proposed' || wallet === undefined) return {};
  return {
    balance: {
      before: formatAmount(wallet.availableMinor, scale),
      after: formatAmount(wallet.availableMinor + amountMinor, scale),
      walletVersion: Number(wallet.version),
    },
  };
};

/**
 * @param wallet the member's wallet now
 * @param origin what the operator who reads shares with the member
 */
export const adjustmentToWire = (
  row: BalanceCorrection,
  {
    names,
    wallet,
    origin,
    currency: { scale },
  }: {
    names: AccountNames;
    wallet: Balance | undefined;
    origin: MemberOrigin | undefined;
    currency: Currency;
  },
): Adjustment => ({
  id: row.id,
  member: memberName(names, row.member.id),
  amount: formatAmount(row.amountMinor, scale),
  reason: row.reason,
  state: row.state,
  version: row.version,
  proposedBy: operatorName(names, row.proposed_by),
  proposedAt: row.proposed_at.toISOString(),
  ...decision(row, names),
  ...balanceOf(row, wallet, scale),
  memberOrigin: origin,
  note: row.note ?? undefined,
});

export const auditToWire = (row: SealedAuditRow, names: AccountNames): AuditLine => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  detail: row.detail,
  address: row.address,
  seq: row.seq === null ? undefined : String(row.seq),
  hash: row.hash?.toString('hex'),
  operator: row.operator_id === null ? undefined : operatorName(names, row.operator_id),
  subject: { kind: row.subject_kind, id: row.subject_id },
  member: row.member_id === null ? undefined : memberName(names, row.member_id),
});
