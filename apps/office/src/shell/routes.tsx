import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { sessionStore } from '../state/session.ts';
import { ForbiddenView } from './forbidden-view.tsx';
import { Frame } from './frame.tsx';
import { opens, type Right } from './rights.ts';
import { searchOf } from './search.ts';

const root = createRootRoute({ validateSearch: searchOf, component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in.tsx'), 'SignInPage'),
  beforeLoad: () => {
    if (sessionStore.read() !== undefined) throw redirect({ to: '/', search: {}, replace: true });
  },
});

const first = createRoute({
  getParentRoute: () => root,
  path: '/first',
  component: lazyRouteComponent(() => import('../pages/sign-in/first.tsx'), 'FirstPage'),
});

const password = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazyRouteComponent(() => import('../pages/sign-in/choose-password.tsx'), 'ChoosePasswordPage'),
});

/** Everything within the office: without a session one signs in first, and comes back to where one meant to go. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Frame,
  beforeLoad: ({ location }) => {
    if (sessionStore.read() !== undefined) return;
    const search: Record<string, string> = location.pathname === '/' ? {} : { to: location.href };
    throw redirect({ to: '/sign-in', search, replace: true });
  },
});

/** A page for those with a right; others read that it is not theirs. */
const page = <const P extends string>(path: P, Page: RouteComponent, right?: Right) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: Object.assign(
      () =>
        right === undefined || opens(sessionStore.read()?.roles ?? [], right) ? <Page /> : <ForbiddenView />,
      { preload: async () => Page.preload?.() },
    ),
  });

/** Where safer play of a member stood; its links go on to the member. */
const formerPlay = createRoute({
  getParentRoute: () => inside,
  path: '/play',
  beforeLoad: ({ search }) => {
    const { member = '' } = searchOf(search);
    throw redirect({ to: '/members', search: { member, tab: member === '' ? '' : 'play' }, replace: true });
  },
});

/** Every page of the office. */
export const routeTree = root.addChildren([
  signIn,
  first,
  password,
  inside.addChildren([
    page(
      '/',
      lazyRouteComponent(() => import('../pages/home/home.tsx'), 'HomePage'),
    ),
    page(
      '/account',
      lazyRouteComponent(() => import('../pages/account/account.tsx'), 'AccountPage'),
    ),
    page(
      '/matches',
      lazyRouteComponent(() => import('../pages/matches/matches.tsx'), 'MatchesPage'),
      'officeEventList',
    ),
    page(
      '/risk',
      lazyRouteComponent(() => import('../pages/risk/risk.tsx'), 'RiskPage'),
      'officeExposureList',
    ),
    page(
      '/reports',
      lazyRouteComponent(() => import('../pages/reports/reports.tsx'), 'ReportsPage'),
      'officeReportDays',
    ),
    page(
      '/margins',
      lazyRouteComponent(() => import('../pages/margins/margins.tsx'), 'MarginsPage'),
      'officeOfferList',
    ),
    page(
      '/competitions',
      lazyRouteComponent(() => import('../pages/competitions/competitions.tsx'), 'CompetitionsPage'),
      'officeCompetitionList',
    ),
    page(
      '/imports',
      lazyRouteComponent(() => import('../pages/imports/imports.tsx'), 'ImportsPage'),
      'officeImportPreview',
    ),
    page(
      '/recharges',
      lazyRouteComponent(() => import('../pages/recharges/recharges.tsx'), 'RechargesPage'),
      'officeRechargeList',
    ),
    page(
      '/withdrawals',
      lazyRouteComponent(() => import('../pages/withdrawals/withdrawals.tsx'), 'WithdrawalsPage'),
      'officeWithdrawList',
    ),
    page(
      '/names',
      lazyRouteComponent(() => import('../pages/names/names.tsx'), 'NamesPage'),
      'officeIdentityList',
    ),
    page(
      '/corrections',
      lazyRouteComponent(() => import('../pages/corrections/corrections.tsx'), 'CorrectionsPage'),
      'officeAdjustmentList',
    ),
    page(
      '/rails',
      lazyRouteComponent(() => import('../pages/rails/rails.tsx'), 'RailsPage'),
      'officeRailList',
    ),
    page(
      '/members',
      lazyRouteComponent(() => import('../pages/members/members.tsx'), 'MembersPage'),
      'officeMemberList',
    ),
    formerPlay,
    page(
      '/flags',
      lazyRouteComponent(() => import('../pages/flags/flags.tsx'), 'FlagsPage'),
      'officeTeamFlagList',
    ),
    page(
      '/team',
      lazyRouteComponent(() => import('../pages/team/team.tsx'), 'TeamPage'),
      'officeTeamRules',
    ),
    page(
      '/commission',
      lazyRouteComponent(() => import('../pages/commission/commission.tsx'), 'CommissionPage'),
      'officeCommissionRuns',
    ),
    page(
      '/rewards',
      lazyRouteComponent(() => import('../pages/rewards/rewards.tsx'), 'RewardsPage'),
      'officeRewardOverview',
    ),
    page(
      '/outbox',
      lazyRouteComponent(() => import('../pages/outbox/outbox.tsx'), 'OutboxPage'),
      'officeOutboxList',
    ),
    page(
      '/ledger',
      lazyRouteComponent(() => import('../pages/ledger/ledger.tsx'), 'LedgerPage'),
      'officeLedgerAccounts',
    ),
    page(
      '/audit',
      lazyRouteComponent(() => import('../pages/audit/audit.tsx'), 'AuditPage'),
      'officeAuditList',
    ),
    page(
      '/operators',
      lazyRouteComponent(() => import('../pages/operators/operators.tsx'), 'OperatorsPage'),
      'officeOperatorList',
    ),
    page(
      '/content',
      lazyRouteComponent(() => import('../pages/content/content.tsx'), 'ContentPage'),
      'officeContentList',
    ),
    page(
      '/rules',
      lazyRouteComponent(() => import('../pages/rules/rules.tsx'), 'RulesPage'),
      'officeHouseTextList',
    ),
    page(
      '/settings',
      lazyRouteComponent(() => import('../pages/settings/settings.tsx'), 'SettingsPage'),
      'officeSettingList',
    ),
    page(
      '/letters',
      lazyRouteComponent(() => import('../pages/letters/letters.tsx'), 'LettersPage'),
      'officeLetterSend',
    ),
  ]),
]);
