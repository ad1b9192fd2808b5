import { Type } from 'typebox';
import { limits } from '../limits.ts';
import type { Reason } from '../reasons.ts';
import { refusalReasons } from '../refusal-reasons.ts';
import { Recharge, Withdrawal } from './cashier.ts';
import { Amount, Id, Moment, oneOf, SignedAmount, Version } from './common.ts';
import type { Shape } from '../sendable.ts';

/**
 * What an operator may do: `owner` keeps the operators and the rules of the house, `trader` runs events, prices and results,
 * `cashier` judges recharges, withdrawals and names and corrects balances, `support` looks after members, safer play and
 * teams, `auditor` reads everything and changes nothing, `content` writes to members and keeps what they read.
 */
export const operatorRoles = ['owner', 'trader', 'cashier', 'support', 'auditor', 'content'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** An operator as named next to their actions. */
export const OperatorName = Type.Object({ id: Id, account: Type.String() });

export const OperatorAccount = Type.Object({
  id: Id,
  account: Type.String(),
  roles: Type.Array(oneOf([...operatorRoles])),
  disabledAt: Type.Optional(Moment),
  createdAt: Moment,
  version: Version,
  createdBy: Type.Optional(OperatorName),
  waitsUntil: Type.Optional(
    Type.String({ format: 'date-time', description: 'until then the operator proposes and decides nothing' }),
  ),
});
export type OperatorAccount = Shape<typeof OperatorAccount>;

/** What a person tells two owners who let them into the office: two groups of five letters and digits. */
export const AccessCode = Type.String({ maxLength: 32, examples: ['7K2QF-9MXTR'] });

/**
 * The one owner who can decide, while there is no second: `alone` changes operators without another; `lost` may not, since another
 * owner was lost; `asked` may from `from` on, unless any operator stops it.
 */
export const OwnerAlone = Type.Object({
  state: oneOf(['alone', 'lost', 'asked']),
  owner: OperatorName,
  from: Type.Optional(
    Type.String({
      ...Moment,
      description: 'when the owner may, or since when; of `lost`, when the other was lost',
    }),
  ),
});
export type OwnerAlone = Shape<typeof OwnerAlone>;

/** A member as reviewers see them in a list. */
export const MemberName = Type.Object({ id: Id, account: Type.String() });
export type MemberName = Shape<typeof MemberName>;

/** How often a wallet has moved. A decision on its balance names the one its page showed. */
export const WalletVersion = Type.Integer({
  minimum: 0,
  maximum: limits.numberMax,
  description: 'of the wallet, as it was seen',
});

export const OfficeMember = Type.Object({
  id: Id,
  account: Type.String(),
  mobile: Type.Optional(
    Type.String({ description: 'masked, as are e-mail and name: officeMemberOpen shows them' }),
  ),
  email: Type.Optional(Type.String()),
  realName: Type.Optional(Type.String({ description: 'the verified name' })),
  verifiedAt: Type.Optional(Moment),
  registeredAt: Moment,
  agentCode: Type.Optional(Type.String({ description: '`acode` of the link that brought the member' })),
  balance: Amount,
  held: Amount,
  walletVersion: WalletVersion,
  version: Type.Integer({ ...Version, description: 'how often the account was locked or opened' }),
  locked: Type.Optional(Type.Object({ at: Moment, why: Type.String() })),
});
export type OfficeMember = Shape<typeof OfficeMember>;

export const identityReviewStates = ['in_review', 'verified', 'refused'] as const;

/** A name handed in for review. */
export const IdentityRequest = Type.Object({
  id: Id,
  member: MemberName,
  realName: Type.String(),
  birthDate: Type.String({ format: 'date' }),
  document: Type.String({ description: 'id of the upload' }),
  state: oneOf([...identityReviewStates]),
  version: Version,
  reason: Type.Optional(oneOf([...refusalReasons])),
  submittedAt: Moment,
  decidedBy: Type.Optional(OperatorName),
  decidedAt: Type.Optional(Moment),
});
export type IdentityRequest = Shape<typeof IdentityRequest>;

export const adjustmentStates = ['proposed', 'applied', 'refused', 'withdrawn'] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];

/**
 * What an operator and the member they decide about both used within 30 days: an address with the same browser, an address; or a
 * payout method of the member that belongs to another member who shares an address with the operator.
 */
export const memberOrigins = ['device', 'address', 'payout'] as const;
export type MemberOrigin = (typeof memberOrigins)[number];

/** What the operator who reads a page about a member's money shares with that member. */
export const originField = { memberOrigin: Type.Optional(oneOf([...memberOrigins])) };
/** Confirms that the operator who decides has seen it. */
export const originSeen = { originSeen: Type.Optional(Type.Literal(true)) };

/** A correction of a balance: proposed by one operator, decided by another. */
export const Adjustment = Type.Object({
  id: Id,
  member: MemberName,
  amount: SignedAmount,
  reason: Type.String(),
  state: oneOf([...adjustmentStates]),
  ...originField,
  /** What is available before and after it: by the wallet of now while it is proposed, as it was when it was applied. */
  balance: Type.Optional(
    Type.Object({ before: Amount, after: SignedAmount, walletVersion: Type.Optional(WalletVersion) }),
  ),
  version: Version,
  proposedBy: OperatorName,
  proposedAt: Moment,
  decidedBy: Type.Optional(OperatorName),
  decidedAt: Type.Optional(Moment),
  note: Type.Optional(Type.String({ description: 'what the one who decided wrote' })),
});
export type Adjustment = Shape<typeof Adjustment>;

/** Actions that the audit log records. */
export const auditActions = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'password_renewed',
  'password_set',
  'operator_added',
  'operator_changed',
  'operator_signed_out',
  'operator_proposed',
  'operator_applied',
  'operator_refused',
  'operator_withdrawn',
  'operator_expired',
  'owner_alone_asked',
  'owner_alone_stopped',
  'recovery_code_made',
  'session_ended',
  'factor_set',
  'factor_removed',
  'recovery_renewed',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'identities_listed',
  'identity_opened',
  'file_opened',
  'identity_verified',
  'identity_refused',
  'adjustment_proposed',
  'adjustment_applied',
  'adjustment_refused',
  'adjustment_withdrawn',
  'payment_credited',
  'payment_refused',
  'recharge_rejected',
  'withdrawal_approved',
  'withdrawal_refused',
  'withdrawal_paid',
  'withdrawal_finished',
  'withdrawal_returned',
  'payouts_released',
  'content_drafted',
  'content_saved',
  'content_removed',
  'house_text_proposed',
  'house_text_published',
  'house_text_refused',
  'house_text_withdrawn',
  'house_text_revoked',
  'letter_sent',
  'member_excluded',
  'member_opened',
  'member_locked',
  'member_unlocked',
  'member_sessions_ended',
  'member_noted',
  'member_factor_proposed',
  'member_factor_applied',
  'member_factor_refused',
  'member_factor_withdrawn',
  'team_rules_saved',
  'team_rules_proposed',
  'team_rules_applied',
  'team_rules_refused',
  'team_rules_withdrawn',
  'reward_rules_proposed',
  'reward_rules_applied',
  'reward_rules_refused',
  'reward_rules_withdrawn',
  'team_flag_cleared',
  'team_flag_confirmed',
  'likeness_cleared',
  'likeness_confirmed',
  'betting_stopped',
  'betting_opened',
  'result_proposed',
  'result_approved',
  'result_confirmed',
  'result_refused',
  'result_withdrawn',
  'void_proposed',
  'void_applied',
  'void_refused',
  'void_withdrawn',
  'settlement_resumed',
  'price_set',
  'price_released',
  'setting_proposed',
  'setting_accepted',
  'setting_refused',
  'setting_withdrawn',
  'setting_changed',
  'offer_saved',
  'match_added',
  'match_moved',
  'match_priced',
  'match_linked',
  'name_explained',
  'competition_added',
  'competition_changed',
  'club_added',
  'club_changed',
  'exported',
  'outbox_listed',
  'outbox_opened',
  'liabilities_made',
  'liabilities_proposed',
  'liabilities_applied',
  'liabilities_refused',
  'liabilities_withdrawn',
  'reserve_address_added',
  'reserve_proposed',
  'reserve_applied',
  'reserve_refused',
  'reserve_withdrawn',
  'audit_keyed',
  'refused',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What kind of thing an action was about. */
export const auditSubjects = [
  'proposal',
  'operator',
  'identity',
  'adjustment',
  'recharge',
  'withdrawal',
  'payouts',
  'content',
  'letter',
  'house_text',
  'member',
  'team_rules',
  'reward_rules',
  'team_flag',
  'likeness',
  'event',
  'book',
  'setting',
  'offer',
  'name',
  'competition',
  'club',
  'export',
  'outbox',
  'file',
  'liabilities',
  'reserve',
  'call',
  'log',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

const Day = Type.String({ format: 'date', description: 'a day in the time zone of the site' });

/**
 * What the two operators of a decision both used within 30 days: an address with the same browser, or an address. The detail of
 * the second's line has it as `shared`.
 */
export const sharedOrigins = ['device', 'address'] as const;
export type SharedOrigin = (typeof sharedOrigins)[number];

/** What the audit log is searched by. */
export const auditFilterFields = {
  operator: Type.Optional(Id),
  action: Type.Optional(oneOf([...auditActions])),
  subject: Type.Optional(Id),
  member: Type.Optional(Id),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.searchMaxLength,
      description: 'words of the line; of the last the beginning is enough',
    }),
  ),
};

/** What speaks of who calls where it is refused: the `reason` of lines `refused`. */
export const auditRefusals = [
  'forbidden',
  'factor_needed',
  'same_operator',
  'operator_waits',
  'wrong_credentials',
  'locked',
  'otp_wrong',
  'passkey_wrong',
  'code_wrong',
  'not_found',
  'file_unknown',
] as const satisfies readonly Reason[];
export type AuditRefusal = (typeof auditRefusals)[number];

export const AuditLine = Type.Object({
  id: Id,
  /** Its number in the chain and its hash, shortly after it was written. */
  seq: Type.Optional(Type.String({ pattern: '^[1-9][0-9]*$' })),
  hash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  at: Moment,
  /** Missing for actions of the server, and for a sign-in with an unknown name. */
  operator: Type.Optional(OperatorName),
  action: oneOf([...auditActions]),
  subject: Type.Object({ kind: oneOf([...auditSubjects]), id: Type.String() }),
  member: Type.Optional(MemberName),
  detail: Type.Record(Type.String(), Type.Unknown()),
  address: Type.String(),
});
export type AuditLine = Shape<typeof AuditLine>;

/** The last seal of the audit log. */
export const AuditHead = Type.Object({
  seq: Type.String({ pattern: '^[1-9][0-9]*$' }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  keyed: Type.Boolean({ description: 'sealed under a key' }),
});

/** A recharge as reviewers see it: with its member. */
export const OfficeRecharge = Type.Object({
  recharge: Recharge,
  member: MemberName,
  version: Version,
  credits: Type.Optional(
    Type.String({
      ...Amount,
      description:
        'what the wallet receives if the first of its payments in review is credited; absent where it can only be refused',
    }),
  ),
});

export type OfficeRecharge = Shape<typeof OfficeRecharge>;

/** An earlier voucher that looks like this one. */
export const LookAlike = Type.Object({
  member: MemberName,
  upload: Id,
  distance: Type.Integer({ description: 'bits that differ, of 64' }),
  at: Moment,
});

/** A withdrawal as reviewers see it: with its member and who approved it. */
export const OfficeWithdrawal = Type.Object({
  withdrawal: Withdrawal,
  member: MemberName,
  approvals: Type.Array(Type.Object({ operator: OperatorName, at: Moment })),
  approvalsNeeded: Type.Integer(),
  version: Version,
});
export type OfficeWithdrawal = Shape<typeof OfficeWithdrawal>;

/**
 * What to look at before money leaves: the account is locked, the member excluded or on a break, it is the first withdrawal, the
 * payout method or the member is new, the member is flagged in a team, less was staked than was recharged.
 */
export const withdrawalRisks = [
  'locked',
  'restricted',
  'first',
  'new_method',
  'new_member',
  'team_flag',
  'little_play',
] as const;
export type WithdrawalRisk = (typeof withdrawalRisks)[number];

/** How far the name of a member is; why the last one was refused. */
export const MemberIdentity = Type.Object({
  state: oneOf(['none', ...identityReviewStates]),
  reason: Type.Optional(oneOf([...refusalReasons])),
});
export type MemberIdentity = Shape<typeof MemberIdentity>;

export const withdrawalQueues = ['in_review', 'paying', 'paid', 'ended'] as const;

/** One rail: what members were credited and paid, and the same by the ledger and the chain. */
export const RailBalance = Type.Object({
  rail: Type.String(),
  credited: Type.String({ description: 'payments credited, as the cashier has them' }),
  paidOut: Type.String({ description: 'withdrawals paid, as the cashier has them' }),
  ledger: Type.String({
    description: 'what the account of the rail says: credited less paid out, of the other sign',
  }),
  agrees: Type.Boolean(),
  chain: Type.Optional(
    Type.Object({
      final: Type.String({ description: 'USDT in final transfers' }),
      heard: Type.String({ description: 'USDT in payments' }),
      undelivered: Type.Integer(),
      agrees: Type.Boolean(),
    }),
  ),
});
export type RailBalance = Shape<typeof RailBalance>;
