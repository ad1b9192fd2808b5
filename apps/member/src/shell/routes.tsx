import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { isSignedIn } from '../api/session.ts';
import { Mask } from '../ui/mask.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { lazyPage } from './lazy-page.tsx';
import { PlayWatch } from './play-watch.tsx';
import { searchOf } from './search.ts';

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

const home = lazyPage(async () => (await import('../pages/index/index.tsx')).HomePage, { texts: 'first' });

const homeRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: membersOnly,
  component: home,
});
const homeAliasRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/index/index',
  beforeLoad: membersOnly,
  component: home,
});
const investRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/invest/invest',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/invest/invest.tsx')).InvestPage),
});
const eventsInfoRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/invest/eventsinfo',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/invest/eventsinfo.tsx')).EventsInfoPage),
});
const gameRecordRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/gamerecord/gamerecord',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/gamerecord/gamerecord.tsx')).GameRecordPage),
});
const tradeRecordRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/traderecord/traderecord',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/traderecord/traderecord.tsx')).TradeRecordPage),
});
const informationRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/information',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/information.tsx')).InformationPage),
});
const recharge = lazyPage(async () => (await import('../pages/recharge/recharge.tsx')).RechargePage);
const rechargeRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/recharge/recharge',
  beforeLoad: membersOnly,
  component: recharge,
});
const mineRechargeRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/mine/recharge',
  beforeLoad: membersOnly,
  component: recharge,
});
const rechargeInfoRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/recharge/rechargeinfo',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/recharge/rechargeinfo.tsx')).RechargeInfoPage),
});
const withdrawRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/withdraw',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/withdraw.tsx')).WithdrawPage),
});
const bankRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/bank',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/bank.tsx')).BankPage),
});
const turnoverRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/turnover',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/turnover.tsx')).TurnoverPage),
});
const teamRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/team/team',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/team/team.tsx')).TeamPage),
});
const myTeamRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/team/myteam',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/team/myteam.tsx')).MyTeamPage),
});
const commissionRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/team/commission',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/team/commission.tsx')).CommissionPage),
});
const invitationCodeRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/invitationcode/invitationcode',
  beforeLoad: membersOnly,
  component: lazyPage(
    async () => (await import('../pages/invitationcode/invitationcode.tsx')).InvitationCodePage,
  ),
});
const teamInfoRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/team',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/team.tsx')).TeamInfoPage),
});
const teamRulesRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/teamrules/teamrules',
  component: lazyPage(async () => (await import('../pages/teamrules/teamrules.tsx')).TeamRulesPage),
});
const playRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/play',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/play.tsx')).PlayPage),
});
const statementRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/statement',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/statement.tsx')).StatementPage),
});
const levelsRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/levels',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/levels.tsx')).LevelsPage),
});
const checkInRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/checkin/checkin',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/checkin/checkin.tsx')).CheckInPage),
});
const loginRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/login/login',
  beforeLoad: visitorsOnly,
  component: lazyPage(async () => (await import('../pages/login/login.tsx')).LoginPage),
});
const signupRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/login/signup',
  beforeLoad: visitorsOnly,
  component: lazyPage(async () => (await import('../pages/login/signup.tsx')).SignupPage),
});
const codeRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/login/code',
  beforeLoad: visitorsOnly,
  component: lazyPage(async () => (await import('../pages/login/code.tsx')).CodePage),
});
const resetRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/login/reset',
  beforeLoad: visitorsOnly,
  component: lazyPage(async () => (await import('../pages/login/reset.tsx')).ResetPage),
});
const editInfoRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/editinfo',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/editinfo.tsx')).EditInfoPage),
});
const securityRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/information/security',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/information/security.tsx')).SecurityPage),
});
const langRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/lang/lang',
  component: lazyPage(async () => (await import('../pages/lang/lang.tsx')).LangPage),
});
const rulesRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/rules/rules',
  component: lazyPage(async () => (await import('../pages/rules/rules.tsx')).RulesPage),
});
const notifyRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/notify/notify',
  beforeLoad: membersOnly,
  component: lazyPage(async () => (await import('../pages/notify/notify.tsx')).NotifyPage),
});
const helpRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/help/help',
  component: lazyPage(async () => (await import('../pages/help/help.tsx')).HelpPage),
});
const companyProfileRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/companyprofile/companyprofile',
  component: lazyPage(
    async () => (await import('../pages/companyprofile/companyprofile.tsx')).CompanyProfilePage,
  ),
});
const activityRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/activity/activity',
  component: lazyPage(async () => (await import('../pages/activity/activity.tsx')).ActivityPage),
});
const termsRoute = createRoute({
  getParentRoute: () => root,
  path: '/pages/terms/terms',
  component: lazyPage(async () => (await import('../pages/terms/terms.tsx')).TermsPage),
});

export const routeTree = root.addChildren([
  homeRoute,
  homeAliasRoute,
  investRoute,
  eventsInfoRoute,
  gameRecordRoute,
  tradeRecordRoute,
  informationRoute,
  rechargeRoute,
  mineRechargeRoute,
  rechargeInfoRoute,
  withdrawRoute,
  bankRoute,
  turnoverRoute,
  teamRoute,
  myTeamRoute,
  commissionRoute,
  invitationCodeRoute,
  teamInfoRoute,
  teamRulesRoute,
  playRoute,
  statementRoute,
  levelsRoute,
  checkInRoute,
  loginRoute,
  signupRoute,
  codeRoute,
  resetRoute,
  editInfoRoute,
  securityRoute,
  langRoute,
  rulesRoute,
  notifyRoute,
  helpRoute,
  companyProfileRoute,
  activityRoute,
  termsRoute,
]);
