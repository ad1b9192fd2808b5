import { Type } from 'typebox';
import { operatorRoute } from '../route.ts';
import { refusalReasons } from '../refusal-reasons.ts';
import { Empty, Id, Key, listOf, oneOf, pageFields, SignedAmount, Version } from '../shapes/common.ts';
import {
  AccessCode,
  Adjustment,
  adjustmentStates,
  auditFilterFields,
  AuditHead,
  AuditLine,
  IdentityRequest,
  identityReviewStates,
  OfficeMember,
  OperatorAccount,
  operatorRoles,
  OwnerAlone,
  originField,
  originSeen,
  WalletVersion,
} from '../shapes/office.ts';
import { OperatorProposal, proposalDecisions, proposalStates } from '../shapes/proposals.ts';

const closed = { additionalProperties: false };

/** The result of a change of an operator. */
const OperatorOutcome = Type.Object({
  proposal: Type.Optional(OperatorProposal),
  operator: Type.Optional({
    ...OperatorAccount,
    description: 'as changed; missing while the change is only proposed',
  }),
});

export const officeRoutes = {
  officeOperatorList: operatorRoute('officeOperatorList', 'GET /api/office/operatorList', {
    roles: ['owner', 'auditor'],
    summary: 'The operators, newest first, and whether one owner is all there is',
    input: Type.Object({ ...pageFields }, closed),
    output: Type.Object({
      ...listOf(OperatorAccount).properties,
      alone: Type.Optional(OwnerAlone),
    }),
  }),
  officeOperatorSave: operatorRoute('officeOperatorSave', 'POST /api/office/operatorSave', {
    decides: true,
    roles: ['owner'],
    summary:
      'Add an operator by account and roles, or change another one by id: roles, disabled, or the password that they asked for. What takes rights away is done at once; what gives rights is proposed to another owner, or done at once where one owner is alone',
    input: Type.Object(
      {
        id: Type.Optional(Id),
        version: Type.Optional(
          Type.Integer({ ...Version, description: 'needed with id: of the operator, as it was seen' }),
        ),
        account: Type.Optional(Type.String({ maxLength: 64 })),
        roles: Type.Optional(
          Type.Array(oneOf([...operatorRoles]), { minItems: 1, maxItems: operatorRoles.length }),
        ),
        disabled: Type.Optional(Type.Boolean()),
        newPassword: Type.Optional(Type.Literal(true)),
        code: Type.Optional({
          ...AccessCode,
          description: 'needed for a new operator and a new password: as the person gave it',
        }),
      },
      closed,
    ),
    output: OperatorOutcome,
    reasons: ['not_found', 'account_taken', 'same_operator', 'outdated', 'code_wrong'],
  }),
  officeFactorEnd: operatorRoute('officeFactorEnd', 'POST /api/office/factorEnd', {
    decides: true,
    roles: ['owner'],
    summary:
      'Propose to take authenticator app, passkeys and recovery codes off another operator who has lost them; their sessions end when another owner applies it',
    input: Type.Object(
      { id: Id, version: Version, reason: Type.String({ minLength: 5, maxLength: 500 }) },
      closed,
    ),
    output: OperatorOutcome,
    reasons: ['not_found', 'same_operator', 'otp_state', 'reason_needed', 'outdated'],
  }),
  officeOperatorProposals: operatorRoute('officeOperatorProposals', 'GET /api/office/operatorProposals', {
    roles: ['owner', 'auditor'],
    summary: 'Changes of operators that need a second owner, newest first',
    input: Type.Object({ state: Type.Optional(oneOf([...proposalStates])), ...pageFields }, closed),
    output: listOf(OperatorProposal),
  }),
  officeOperatorDecide: operatorRoute('officeOperatorDecide', 'POST /api/office/operatorDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['owner'],
    summary:
      'Apply or refuse a change of an operator that another owner proposed, or withdraw your own. A new operator and a new password need the code that the person gave',
    input: Type.Object(
      {
        id: Id,
        version: Version,
        decision: oneOf([...proposalDecisions]),
        note: Type.Optional(Type.String({ maxLength: 500 })),
        code: Type.Optional(AccessCode),
      },
      closed,
    ),
    output: OperatorOutcome,
    reasons: [
      'not_found',
      'same_operator',
      'decided_already',
      'outdated',
      'account_taken',
      'otp_state',
      'code_wrong',
    ],
  }),
  officeOwnerAlone: operatorRoute('officeOwnerAlone', 'POST /api/office/ownerAlone', {
    decides: true,
    roles: ['owner'],
    summary:
      'Ask to change operators alone after the other owners were lost: at once with the recovery code, else in seven days in which all operators and the public see it',
    input: Type.Object({ code: Type.Optional(Type.String({ maxLength: 64 })) }, closed),
    output: Empty,
    reasons: ['outdated', 'code_wrong'],
  }),
  officeOwnerAloneStop: operatorRoute('officeOwnerAloneStop', 'POST /api/office/ownerAloneStop', {
    decides: false,
    roles: ['owner', 'trader', 'cashier', 'support', 'content'],
    summary: 'Stop what the one owner asks for, within the seven days; any operator but an auditor may',
    input: Empty,
    output: Empty,
    reasons: ['outdated'],
  }),
  officeIdentityList: operatorRoute('officeIdentityList', 'GET /api/office/identityList', {
    roles: ['cashier', 'auditor'],
    summary: 'Names handed in for review, the longest waiting first; with another state, newest first',
    input: Type.Object({ state: Type.Optional(oneOf([...identityReviewStates])), ...pageFields }, closed),
    output: listOf(IdentityRequest),
  }),
  officeIdentityDetail: operatorRoute('officeIdentityDetail', 'GET /api/office/identityDetail', {
    roles: ['cashier', 'auditor'],
    summary: 'One name with its document, its member, and what the member handed in before',
    input: Type.Object({ id: Id }, closed),
    output: Type.Object({
      request: IdentityRequest,
      ...originField,
      member: OfficeMember,
      earlier: Type.Array(IdentityRequest),
    }),
    reasons: ['not_found'],
  }),
  officeIdentityDecide: operatorRoute('officeIdentityDecide', 'POST /api/office/identityDecide', {
    decides: true,
    roles: ['cashier'],
    summary: 'Verify a name for good, or refuse it and say why',
    input: Type.Object(
      {
        id: Id,
        ...originSeen,
        version: Version,
        decision: oneOf(['verify', 'refuse']),
        reason: Type.Optional(oneOf([...refusalReasons])),
      },
      closed,
    ),
    output: IdentityRequest,
    reasons: ['not_found', 'outdated', 'decided_already', 'reason_needed', 'member_origin'],
  }),
  officeAdjustmentList: operatorRoute('officeAdjustmentList', 'GET /api/office/adjustmentList', {
    roles: ['cashier', 'owner', 'auditor'],
    summary: 'Corrections of balances, newest first',
    input: Type.Object(
      {
        state: Type.Optional(oneOf([...adjustmentStates])),
        member: Type.Optional(Id),
        ...pageFields,
      },
      closed,
    ),
    output: listOf(Adjustment),
  }),
  officeAdjustmentAdd: operatorRoute('officeAdjustmentAdd', 'POST /api/office/adjustmentAdd', {
    decides: true,
    roles: ['cashier', 'owner'],
    summary: 'Propose a correction of a balance; it moves nothing until another operator applies it',
    input: Type.Object(
      {
        key: Key,
        ...originSeen,
        member: Id,
        amount: SignedAmount,
        reason: Type.String({ minLength: 5, maxLength: 500 }),
        walletVersion: Type.Optional(WalletVersion),
      },
      closed,
    ),
    output: Adjustment,
    reasons: [
      'not_found',
      'outdated',
      'reason_needed',
      'key_reused',
      'balance_short',
      'balance_moved',
      'correction_max',
      'correction_day',
      'correction_day_member',
      'member_origin',
    ],
  }),
  officeAdjustmentDecide: operatorRoute('officeAdjustmentDecide', 'POST /api/office/adjustmentDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['cashier', 'owner'],
    summary: 'Apply or refuse a correction that another operator proposed, or withdraw one of your own',
    input: Type.Object(
      {
        id: Id,
        ...originSeen,
        version: Version,
        decision: oneOf(['apply', 'refuse', 'withdraw']),
        walletVersion: Type.Optional(
          Type.Integer({ ...WalletVersion, description: 'needed to apply: of the wallet, as it was seen' }),
        ),
        note: Type.Optional(Type.String({ maxLength: 500 })),
      },
      closed,
    ),
    output: Adjustment,
    reasons: [
      'not_found',
      'outdated',
      'same_operator',
      'decided_already',
      'balance_short',
      'balance_moved',
      'correction_max',
      'correction_day',
      'correction_day_member',
      'member_origin',
    ],
  }),
  officeAuditList: operatorRoute('officeAuditList', 'GET /api/office/auditList', {
    roles: ['auditor'],
    summary: 'What operators did, newest first; `total` counts up to 10,000',
    input: Type.Object({ ...auditFilterFields, ...pageFields }, closed),
    output: Type.Object({ ...listOf(AuditLine).properties, head: Type.Optional(AuditHead) }),
  }),
  officeMemberFind: operatorRoute('officeMemberFind', 'GET /api/office/memberFind', {
    roles: ['cashier', 'support', 'owner', 'auditor'],
    summary: 'Members by id, e-mail or mobile number, or by the beginning of their account name; 20 at most',
    input: Type.Object({ q: Type.String({ minLength: 1, maxLength: 254 }) }, closed),
    output: Type.Object({ list: Type.Array(OfficeMember) }),
  }),
};
