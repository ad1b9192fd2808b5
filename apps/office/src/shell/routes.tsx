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
import { places } from './places.ts';
import { opens, type Right } from './rights.ts';
import { searchOf } from '@touchline/kit/search';

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

/** The calls that open the pages of the navigation. */
const rights: ReadonlyMap<string, Right> = new Map(places.map(({ to, right }) => [to, right]));

/** A page for those whom the navigation leads there; others read that it is not theirs. */
const page = <const P extends string>(path: P, Page: RouteComponent) => {
  const right = rights.get(path);
  return createRoute({
    getParentRoute: () => inside,
    path,
    component: Object.assign(
      () => (right === undefined || opens(sessionStore.read(), right) ? <Page /> : <ForbiddenView />),
      { preload: async () => Page.preload?.() },
    ),
  });
};

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
    ),
    page(
      '/risk',
      lazyRouteComponent(() => import('../pages/risk/risk.tsx'), 'RiskPage'),
    ),
    page(
      '/reports',
      lazyRouteComponent(() => import('../pages/reports/reports.tsx'), 'ReportsPage'),
    ),
    page(
      '/margins',
      lazyRouteComponent(() => import('../pages/margins/margins.tsx'), 'MarginsPage'),
    ),
    page(
      '/competitions',
      lazyRouteComponent(() => import('../pages/competitions/competitions.tsx'), 'CompetitionsPage'),
    ),
    page(
      '/imports',
      lazyRouteComponent(() => import('../pages/imports/imports.tsx'), 'ImportsPage'),
    ),
    page(
      '/recharges',
      lazyRouteComponent(() => import('../pages/recharges/recharges.tsx'), 'RechargesPage'),
    ),
    page(
      '/withdrawals',
      lazyRouteComponent(() => import('../pages/withdrawals/withdrawals.tsx'), 'WithdrawalsPage'),
    ),
    page(
      '/names',
      lazyRouteComponent(() => import('../pages/names/names.tsx'), 'NamesPage'),
    ),
    page(
      '/corrections',
      lazyRouteComponent(() => import('../pages/corrections/corrections.tsx'), 'CorrectionsPage'),
    ),
    page(
      '/rails',
      lazyRouteComponent(() => import('../pages/rails/rails.tsx'), 'RailsPage'),
    ),
    page(
      '/members',
      lazyRouteComponent(() => import('../pages/members/members.tsx'), 'MembersPage'),
    ),
    formerPlay,
    page(
      '/flags',
      lazyRouteComponent(() => import('../pages/flags/flags.tsx'), 'FlagsPage'),
    ),
    page(
      '/team',
      lazyRouteComponent(() => import('../pages/team/team.tsx'), 'TeamPage'),
    ),
    page(
      '/commission',
      lazyRouteComponent(() => import('../pages/commission/commission.tsx'), 'CommissionPage'),
    ),
    page(
      '/rewards',
      lazyRouteComponent(() => import('../pages/rewards/rewards.tsx'), 'RewardsPage'),
    ),
    page(
      '/outbox',
      lazyRouteComponent(() => import('../pages/outbox/outbox.tsx'), 'OutboxPage'),
    ),
    page(
      '/ledger',
      lazyRouteComponent(() => import('../pages/ledger/ledger.tsx'), 'LedgerPage'),
    ),
    page(
      '/audit',
      lazyRouteComponent(() => import('../pages/audit/audit.tsx'), 'AuditPage'),
    ),
    page(
      '/operators',
      lazyRouteComponent(() => import('../pages/operators/operators.tsx'), 'OperatorsPage'),
    ),
    page(
      '/content',
      lazyRouteComponent(() => import('../pages/content/content.tsx'), 'ContentPage'),
    ),
    page(
      '/rules',
      lazyRouteComponent(() => import('../pages/rules/rules.tsx'), 'RulesPage'),
    ),
    page(
      '/settings',
      lazyRouteComponent(() => import('../pages/settings/settings.tsx'), 'SettingsPage'),
    ),
    page(
      '/letters',
      lazyRouteComponent(() => import('../pages/letters/letters.tsx'), 'LettersPage'),
    ),
  ]),
]);
