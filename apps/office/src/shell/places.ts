import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { Right } from './rights.ts';

/**
 * The pages of the office in the order of its navigation: the address, the component and the call that opens it; the group and the
 * name it has in the navigation (`placeGroup.<group>` and `place.<name>` of the texts), and the keys that lead there.
 */
export const places = [
  {
    path: '/',
    page: lazyRouteComponent(() => import('../pages/home/home.tsx'), 'HomePage'),
    right: 'officeToday',
    group: 'day',
    name: 'today',
    keys: 'g d',
  },
  {
    path: '/matches',
    page: lazyRouteComponent(() => import('../pages/matches/matches.tsx'), 'MatchesPage'),
    right: 'officeEventList',
    group: 'trading',
    name: 'matches',
    keys: 'g v',
  },
  {
    path: '/risk',
    page: lazyRouteComponent(() => import('../pages/risk/risk.tsx'), 'RiskPage'),
    right: 'officeExposureList',
    group: 'trading',
    name: 'risk',
    keys: 'g x',
  },
  {
    path: '/margins',
    page: lazyRouteComponent(() => import('../pages/margins/margins.tsx'), 'MarginsPage'),
    right: 'officeOfferList',
    group: 'trading',
    name: 'margins',
    keys: 'g p',
  },
  {
    path: '/competitions',
    page: lazyRouteComponent(() => import('../pages/competitions/competitions.tsx'), 'CompetitionsPage'),
    right: 'officeCompetitionList',
    group: 'trading',
    name: 'competitions',
    keys: 'g s',
  },
  {
    path: '/imports',
    page: lazyRouteComponent(() => import('../pages/imports/imports.tsx'), 'ImportsPage'),
    right: 'officeImportPreview',
    group: 'trading',
    name: 'imports',
    keys: 'g i',
  },
  {
    path: '/recharges',
    page: lazyRouteComponent(() => import('../pages/recharges/recharges.tsx'), 'RechargesPage'),
    right: 'officeRechargeList',
    group: 'cashier',
    name: 'recharges',
    keys: 'g r',
  },
  {
    path: '/withdrawals',
    page: lazyRouteComponent(() => import('../pages/withdrawals/withdrawals.tsx'), 'WithdrawalsPage'),
    right: 'officeWithdrawList',
    group: 'cashier',
    name: 'withdrawals',
    keys: 'g w',
  },
  {
    path: '/names',
    page: lazyRouteComponent(() => import('../pages/names/names.tsx'), 'NamesPage'),
    right: 'officeIdentityList',
    group: 'cashier',
    name: 'names',
    keys: 'g n',
  },
  {
    path: '/corrections',
    page: lazyRouteComponent(() => import('../pages/corrections/corrections.tsx'), 'CorrectionsPage'),
    right: 'officeAdjustmentList',
    group: 'cashier',
    name: 'corrections',
    keys: 'g c',
  },
  {
    path: '/rails',
    page: lazyRouteComponent(() => import('../pages/rails/rails.tsx'), 'RailsPage'),
    right: 'officeRailList',
    group: 'cashier',
    name: 'rails',
    keys: 'g l',
  },
  {
    path: '/members',
    page: lazyRouteComponent(() => import('../pages/members/members.tsx'), 'MembersPage'),
    right: 'officeMemberList',
    group: 'members',
    name: 'members',
    keys: 'g m',
  },
  {
    path: '/flags',
    page: lazyRouteComponent(() => import('../pages/flags/flags.tsx'), 'FlagsPage'),
    right: 'officeTeamFlagList',
    group: 'members',
    name: 'flags',
    keys: 'g t',
  },
  {
    path: '/team',
    page: lazyRouteComponent(() => import('../pages/team/team.tsx'), 'TeamPage'),
    right: 'officeTeamRules',
    group: 'growth',
    name: 'team',
    keys: 'g y',
  },
  {
    path: '/commission',
    page: lazyRouteComponent(() => import('../pages/commission/commission.tsx'), 'CommissionPage'),
    right: 'officeCommissionRuns',
    group: 'growth',
    name: 'commission',
    keys: 'g z',
  },
  {
    path: '/rewards',
    page: lazyRouteComponent(() => import('../pages/rewards/rewards.tsx'), 'RewardsPage'),
    right: 'officeRewardOverview',
    group: 'growth',
    name: 'rewards',
    keys: 'g b',
  },
  {
    path: '/content',
    page: lazyRouteComponent(() => import('../pages/content/content.tsx'), 'ContentPage'),
    right: 'officeContentList',
    group: 'content',
    name: 'content',
    keys: 'g f',
  },
  {
    path: '/rules',
    page: lazyRouteComponent(() => import('../pages/rules/rules.tsx'), 'RulesPage'),
    right: 'officeHouseTextList',
    group: 'content',
    name: 'rules',
    keys: 'g q',
  },
  {
    path: '/letters',
    page: lazyRouteComponent(() => import('../pages/letters/letters.tsx'), 'LettersPage'),
    right: 'officeLetterSend',
    group: 'content',
    name: 'letters',
    keys: 'g e',
  },
  {
    path: '/outbox',
    page: lazyRouteComponent(() => import('../pages/outbox/outbox.tsx'), 'OutboxPage'),
    right: 'officeOutboxList',
    group: 'content',
    name: 'outbox',
    keys: 'g o',
  },
  {
    path: '/ledger',
    page: lazyRouteComponent(() => import('../pages/ledger/ledger.tsx'), 'LedgerPage'),
    right: 'officeLedgerAccounts',
    group: 'house',
    name: 'ledger',
    keys: 'g j',
  },
  {
    path: '/reports',
    page: lazyRouteComponent(() => import('../pages/reports/reports.tsx'), 'ReportsPage'),
    right: 'officeReportDays',
    group: 'house',
    name: 'reports',
    keys: 'g k',
  },
  {
    path: '/audit',
    page: lazyRouteComponent(() => import('../pages/audit/audit.tsx'), 'AuditPage'),
    right: 'officeAuditList',
    group: 'house',
    name: 'audit',
    keys: 'g a',
  },
  {
    path: '/operators',
    page: lazyRouteComponent(() => import('../pages/operators/operators.tsx'), 'OperatorsPage'),
    right: 'officeOperatorList',
    group: 'house',
    name: 'operators',
    keys: 'g u',
  },
  {
    path: '/settings',
    page: lazyRouteComponent(() => import('../pages/settings/settings.tsx'), 'SettingsPage'),
    right: 'officeSettingList',
    group: 'house',
    name: 'settings',
    keys: 'g h',
  },
] as const satisfies readonly {
  path: string;
  page: RouteComponent;
  right: Right;
  group: string;
  name: string;
  keys: string;
}[];

export type Place = (typeof places)[number];
