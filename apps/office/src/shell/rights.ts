import type { RouteName } from '@touchline/contract/paths';
import type { OperatorRole } from '@touchline/contract/shapes/office';

/** Which roles open the calls that pages and buttons stand for; a test keeps it to what the contract says. */
export const rights = {
  officeRechargeList: ['cashier', 'auditor'],
  officePaymentDecide: ['cashier'],
  officeRechargeReject: ['cashier'],
  officeWithdrawList: ['cashier', 'auditor'],
  officeWithdrawDecide: ['cashier'],
  officeWithdrawPaid: ['cashier'],
  officeWithdrawFinish: ['cashier'],
  officeWithdrawReturned: ['cashier'],
  officeIdentityList: ['cashier', 'auditor'],
  officeIdentityDecide: ['cashier'],
  officeAdjustmentList: ['cashier', 'auditor'],
  officeAdjustmentAdd: ['cashier'],
  officeAdjustmentDecide: ['cashier'],
  officeRailList: ['cashier', 'auditor'],
  officeMemberFind: ['cashier', 'auditor'],
  officeMemberList: ['support', 'cashier', 'auditor', 'owner'],
  officeMemberDetail: ['support', 'cashier', 'auditor', 'owner'],
  officeMemberOpen: ['support', 'cashier', 'owner'],
  officeMemberBets: ['support', 'cashier', 'auditor', 'owner', 'trader'],
  officeMemberLock: ['support', 'owner'],
  officeMemberSessionsEnd: ['support', 'owner'],
  officeMemberNoteAdd: ['support', 'cashier', 'owner'],
  officePlayExclude: ['support'],
  officeTeamFlagList: ['support', 'auditor'],
  officeTeamFlagDecide: ['support'],
  officeTeamRules: ['support', 'cashier', 'auditor', 'owner'],
  officeTeamRulesSave: ['owner'],
  officeTeamRulesDecide: ['owner', 'cashier'],
  officeTeamList: ['owner', 'support', 'auditor'],
  officeCommissionRuns: ['owner', 'cashier', 'auditor'],
  officeContentList: ['content', 'auditor'],
  officeContentSave: ['content'],
  officeContentDel: ['content'],
  officeLetterSend: ['content', 'support'],
  officeOutboxList: ['support', 'auditor', 'owner'],
  officeAuditList: ['auditor'],
  officeOperatorList: ['owner', 'auditor'],
  officeOperatorSave: ['owner'],
  officeFactorEnd: ['owner'],
  officeOperatorSignOut: ['owner'],
  officeLedgerAccounts: ['owner', 'auditor'],
  officeLedgerEntries: ['owner', 'auditor'],
} as const satisfies Partial<Record<RouteName, readonly OperatorRole[]>>;

export type Right = keyof typeof rights;

/** Whether somebody with `roles` may make a call. */
export const opens = (roles: readonly string[], right: Right): boolean =>
  rights[right].some((role) => roles.includes(role));
