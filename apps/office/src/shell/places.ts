import type { Right } from './rights.ts';

/** The pages of the office in the order of its navigation: where, by which keys, and with which right. */
export const places = [
  { group: 'day', name: 'today', to: '/', keys: 'g d', right: 'officeToday' },
  { group: 'trading', name: 'matches', to: '/matches', keys: 'g v', right: 'officeEventList' },
  { group: 'trading', name: 'risk', to: '/risk', keys: 'g x', right: 'officeExposureList' },
  { group: 'trading', name: 'margins', to: '/margins', keys: 'g p', right: 'officeOfferList' },
  {
    group: 'trading',
    name: 'competitions',
    to: '/competitions',
    keys: 'g s',
    right: 'officeCompetitionList',
  },
  { group: 'trading', name: 'imports', to: '/imports', keys: 'g i', right: 'officeImportPreview' },
  { group: 'cashier', name: 'recharges', to: '/recharges', keys: 'g r', right: 'officeRechargeList' },
  { group: 'cashier', name: 'withdrawals', to: '/withdrawals', keys: 'g w', right: 'officeWithdrawList' },
  { group: 'cashier', name: 'names', to: '/names', keys: 'g n', right: 'officeIdentityList' },
  { group: 'cashier', name: 'corrections', to: '/corrections', keys: 'g c', right: 'officeAdjustmentList' },
  { group: 'cashier', name: 'rails', to: '/rails', keys: 'g l', right: 'officeRailList' },
  { group: 'members', name: 'members', to: '/members', keys: 'g m', right: 'officeMemberList' },
  { group: 'members', name: 'flags', to: '/flags', keys: 'g t', right: 'officeTeamFlagList' },
  { group: 'growth', name: 'team', to: '/team', keys: 'g y', right: 'officeTeamRules' },
  { group: 'growth', name: 'commission', to: '/commission', keys: 'g z', right: 'officeCommissionRuns' },
  { group: 'growth', name: 'rewards', to: '/rewards', keys: 'g b', right: 'officeRewardOverview' },
  { group: 'content', name: 'content', to: '/content', keys: 'g f', right: 'officeContentList' },
  { group: 'content', name: 'rules', to: '/rules', keys: 'g q', right: 'officeHouseTextList' },
  { group: 'content', name: 'letters', to: '/letters', keys: 'g e', right: 'officeLetterSend' },
  { group: 'content', name: 'outbox', to: '/outbox', keys: 'g o', right: 'officeOutboxList' },
  { group: 'house', name: 'ledger', to: '/ledger', keys: 'g j', right: 'officeLedgerAccounts' },
  { group: 'house', name: 'reports', to: '/reports', keys: 'g k', right: 'officeReportDays' },
  { group: 'house', name: 'audit', to: '/audit', keys: 'g a', right: 'officeAuditList' },
  { group: 'house', name: 'operators', to: '/operators', keys: 'g u', right: 'officeOperatorList' },
  { group: 'house', name: 'settings', to: '/settings', keys: 'g h', right: 'officeSettingList' },
] as const satisfies readonly { group: string; name: string; to: string; keys: string; right: Right }[];

export type Place = (typeof places)[number];
