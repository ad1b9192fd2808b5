import { createRootRoute, createRoute, Outlet, redirect, type RouteComponent } from '@tanstack/react-router';
import { askHome } from '../api/home-ahead.ts';
import { isSignedIn } from '../api/session.ts';
import { Mask } from '../ui/mask.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { lazyPage } from './lazy-page.tsx';
import { PlayWatch } from './play-watch.tsx';
import { searchOf } from '@touchline/kit/search';

const root = createRootRoute({
  validateSearch: searchOf,
  component: () => (
    <>
      <Outlet />
      <Mask />
      <ToastRegion />
      <PlayWatch />
    </>
  ),
});

/** Pages for members: without a token the visitor is sent to sign in, and comes back to where he meant to go. */
const membersOnly = ({ location }: { location: { href: string; pathname: string } }): void => {
  if (isSignedIn()) return;
  const search: Record<string, string> = location.pathname === '/' ? {} : { to: location.href };
  throw redirect({ to: '/pages/login/login', search, replace: true });
};

/** Pages for visitors: a member who opens one is home already. */
const visitorsOnly = (): void => {
  if (isSignedIn()) throw redirect({ to: '/', search: {}, replace: true });
};

/** A page at `path`: its code, and whom it is for; everybody unless `access` says otherwise. */
const page = <const P extends string>(path: P, component: RouteComponent, access?: typeof membersOnly) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    ...(access === undefined ? {} : { beforeLoad: access }),
  });

const home = lazyPage(async () => (await import('../pages/index/index.tsx')).HomePage, {
  texts: 'first',
  ask: askHome,
});

const recharge = lazyPage(async () => (await import('../pages/recharge/recharge.tsx')).RechargePage);

/** Every page of the app, by the addresses of the specification and those it was given beyond. */
export const routeTree = root.addChildren([
  page('/', home, membersOnly),
  page('/pages/index/index', home, membersOnly),
  page(
    '/pages/invest/invest',
    lazyPage(async () => (await import('../pages/invest/invest.tsx')).InvestPage),
    membersOnly,
  ),
  page(
    '/pages/investment/investment',
    lazyPage(async () => (await import('../pages/investment/investment.tsx')).InvestmentPage),
    membersOnly,
  ),
  page(
    '/pages/invest/eventsinfo',
    lazyPage(async () => (await import('../pages/invest/eventsinfo.tsx')).EventsInfoPage),
    membersOnly,
  ),
  page(
    '/pages/invest/eventrecord',
    lazyPage(async () => (await import('../pages/invest/eventrecord.tsx')).EventRecordPage),
    membersOnly,
  ),
  page(
    '/pages/gamerecord/gamerecord',
    lazyPage(async () => (await import('../pages/gamerecord/gamerecord.tsx')).GameRecordPage),
    membersOnly,
  ),
  page(
    '/pages/traderecord/traderecord',
    lazyPage(async () => (await import('../pages/traderecord/traderecord.tsx')).TradeRecordPage),
    membersOnly,
  ),
  page(
    '/pages/information/information',
    lazyPage(async () => (await import('../pages/information/information.tsx')).InformationPage),
    membersOnly,
  ),
  page('/pages/recharge/recharge', recharge, membersOnly),
  page('/pages/mine/recharge', recharge, membersOnly),
  page(
    '/pages/recharge/rechargeinfo',
    lazyPage(async () => (await import('../pages/recharge/rechargeinfo.tsx')).RechargeInfoPage),
    membersOnly,
  ),
  page(
    '/pages/information/withdraw',
    lazyPage(async () => (await import('../pages/information/withdraw.tsx')).WithdrawPage),
    membersOnly,
  ),
  page(
    '/pages/information/bank',
    lazyPage(async () => (await import('../pages/information/bank.tsx')).BankPage),
    membersOnly,
  ),
  page(
    '/pages/information/turnover',
    lazyPage(async () => (await import('../pages/information/turnover.tsx')).TurnoverPage),
    membersOnly,
  ),
  page(
    '/pages/team/team',
    lazyPage(async () => (await import('../pages/team/team.tsx')).TeamPage),
    membersOnly,
  ),
  page(
    '/pages/team/myteam',
    lazyPage(async () => (await import('../pages/team/myteam.tsx')).MyTeamPage),
    membersOnly,
  ),
  page(
    '/pages/team/commission',
    lazyPage(async () => (await import('../pages/team/commission.tsx')).CommissionPage),
    membersOnly,
  ),
  page(
    '/pages/invitationcode/invitationcode',
    lazyPage(async () => (await import('../pages/invitationcode/invitationcode.tsx')).InvitationCodePage),
    membersOnly,
  ),
  page(
    '/pages/information/team',
    lazyPage(async () => (await import('../pages/information/team.tsx')).TeamInfoPage),
    membersOnly,
  ),
  page(
    '/pages/teamrules/teamrules',
    lazyPage(async () => (await import('../pages/teamrules/teamrules.tsx')).TeamRulesPage),
  ),
  page(
    '/pages/information/play',
    lazyPage(async () => (await import('../pages/information/play.tsx')).PlayPage),
    membersOnly,
  ),
  page(
    '/pages/information/statement',
    lazyPage(async () => (await import('../pages/information/statement.tsx')).StatementPage),
    membersOnly,
  ),
  page(
    '/pages/information/levels',
    lazyPage(async () => (await import('../pages/information/levels.tsx')).LevelsPage),
    membersOnly,
  ),
  page(
    '/pages/checkin/checkin',
    lazyPage(async () => (await import('../pages/checkin/checkin.tsx')).CheckInPage),
    membersOnly,
  ),
  page(
    '/pages/login/login',
    lazyPage(async () => (await import('../pages/login/login.tsx')).LoginPage),
    visitorsOnly,
  ),
  page(
    '/pages/login/signup',
    lazyPage(async () => (await import('../pages/login/signup.tsx')).SignupPage),
    visitorsOnly,
  ),
  page(
    '/pages/login/code',
    lazyPage(async () => (await import('../pages/login/code.tsx')).CodePage),
    visitorsOnly,
  ),
  page(
    '/pages/login/reset',
    lazyPage(async () => (await import('../pages/login/reset.tsx')).ResetPage),
    visitorsOnly,
  ),
  page(
    '/pages/information/editinfo',
    lazyPage(async () => (await import('../pages/information/editinfo.tsx')).EditInfoPage),
    membersOnly,
  ),
  page(
    '/pages/information/security',
    lazyPage(async () => (await import('../pages/information/security.tsx')).SecurityPage),
    membersOnly,
  ),
  page(
    '/pages/lang/lang',
    lazyPage(async () => (await import('../pages/lang/lang.tsx')).LangPage),
  ),
  page(
    '/pages/rules/rules',
    lazyPage(async () => (await import('../pages/rules/rules.tsx')).RulesPage),
  ),
  page(
    '/pages/notify/notify',
    lazyPage(async () => (await import('../pages/notify/notify.tsx')).NotifyPage),
    membersOnly,
  ),
  page(
    '/pages/help/help',
    lazyPage(async () => (await import('../pages/help/help.tsx')).HelpPage),
  ),
  page(
    '/pages/companyprofile/companyprofile',
    lazyPage(async () => (await import('../pages/companyprofile/companyprofile.tsx')).CompanyProfilePage),
  ),
  page(
    '/pages/activity/activity',
    lazyPage(async () => (await import('../pages/activity/activity.tsx')).ActivityPage),
  ),
  page(
    '/pages/terms/terms',
    lazyPage(async () => (await import('../pages/terms/terms.tsx')).TermsPage),
  ),
]);
