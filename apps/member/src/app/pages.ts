import type { RouteComponent } from '@tanstack/react-router';
import { askHome } from '../lib/home-ahead.ts';
import { lazyPage } from '../lib/lazy-page.tsx';

/**
 * Whom a page is for. A visitor who opens a page of members signs in first, a member who opens one of visitors is home already. A
 * `public` page is for all while the site lets visitors read it, else of members.
 */
type Access = 'members' | 'visitors' | 'public' | 'all';

const home = lazyPage(async () => (await import('../pages/index/index.tsx')).HomePage, {
  texts: 'first',
  ask: askHome,
});

const recharge = lazyPage(async () => (await import('../pages/recharge/recharge.tsx')).RechargePage);

/** Every page of the app, by the addresses of the specification and those it was given beyond. */
export const pages = [
  {
    path: '/',
    page: home,
    access: 'members',
  },
  {
    path: '/pages/index/index',
    page: home,
    access: 'members',
  },
  {
    path: '/pages/invest/invest',
    page: lazyPage(async () => (await import('../pages/invest/invest.tsx')).InvestPage),
    access: 'public',
  },
  {
    path: '/pages/investment/investment',
    page: lazyPage(async () => (await import('../pages/investment/investment.tsx')).InvestmentPage),
    access: 'members',
  },
  {
    path: '/pages/invest/eventsinfo',
    page: lazyPage(async () => (await import('../pages/invest/eventsinfo.tsx')).EventsInfoPage),
    access: 'public',
  },
  {
    path: '/pages/invest/eventrecord',
    page: lazyPage(async () => (await import('../pages/invest/eventrecord.tsx')).EventRecordPage),
    access: 'public',
  },
  {
    path: '/pages/football/competition',
    page: lazyPage(async () => (await import('../pages/football/competition.tsx')).CompetitionPage),
    access: 'public',
  },
  {
    path: '/pages/football/team',
    page: lazyPage(async () => (await import('../pages/football/team.tsx')).TeamPage),
    access: 'public',
  },
  {
    path: '/pages/search/search',
    page: lazyPage(async () => (await import('../pages/search/search.tsx')).SearchPage),
    access: 'public',
  },
  {
    path: '/pages/gamerecord/gamerecord',
    page: lazyPage(async () => (await import('../pages/gamerecord/gamerecord.tsx')).GameRecordPage),
    access: 'members',
  },
  {
    path: '/pages/traderecord/traderecord',
    page: lazyPage(async () => (await import('../pages/traderecord/traderecord.tsx')).TradeRecordPage),
    access: 'members',
  },
  {
    path: '/pages/information/information',
    page: lazyPage(async () => (await import('../pages/information/information.tsx')).InformationPage),
    access: 'members',
  },
  {
    path: '/pages/recharge/recharge',
    page: recharge,
    access: 'members',
  },
  {
    path: '/pages/mine/recharge',
    page: recharge,
    access: 'members',
  },
  {
    path: '/pages/recharge/rechargeinfo',
    page: lazyPage(async () => (await import('../pages/recharge/rechargeinfo.tsx')).RechargeInfoPage),
    access: 'members',
  },
  {
    path: '/pages/information/withdraw',
    page: lazyPage(async () => (await import('../pages/information/withdraw.tsx')).WithdrawPage),
    access: 'members',
  },
  {
    path: '/pages/information/bank',
    page: lazyPage(async () => (await import('../pages/information/bank.tsx')).BankPage),
    access: 'members',
  },
  {
    path: '/pages/information/turnover',
    page: lazyPage(async () => (await import('../pages/information/turnover.tsx')).TurnoverPage),
    access: 'members',
  },
  {
    path: '/pages/team/team',
    page: lazyPage(async () => (await import('../pages/team/team.tsx')).TeamPage),
    access: 'members',
  },
  {
    path: '/pages/team/myteam',
    page: lazyPage(async () => (await import('../pages/team/myteam.tsx')).MyTeamPage),
    access: 'members',
  },
  {
    path: '/pages/team/commission',
    page: lazyPage(async () => (await import('../pages/team/commission.tsx')).CommissionPage),
    access: 'members',
  },
  {
    path: '/pages/invitationcode/invitationcode',
    page: lazyPage(
      async () => (await import('../pages/invitationcode/invitationcode.tsx')).InvitationCodePage,
    ),
    access: 'members',
  },
  {
    path: '/pages/information/team',
    page: lazyPage(async () => (await import('../pages/information/team.tsx')).TeamInfoPage),
    access: 'members',
  },
  {
    path: '/pages/teamrules/teamrules',
    page: lazyPage(async () => (await import('../pages/teamrules/teamrules.tsx')).TeamRulesPage),
    access: 'public',
  },
  {
    path: '/pages/information/play',
    page: lazyPage(async () => (await import('../pages/information/play.tsx')).PlayPage),
    access: 'members',
  },
  {
    path: '/pages/information/statement',
    page: lazyPage(async () => (await import('../pages/information/statement.tsx')).StatementPage),
    access: 'members',
  },
  {
    path: '/pages/information/statistics',
    page: lazyPage(async () => (await import('../pages/information/statistics.tsx')).StatisticsPage),
    access: 'members',
  },
  {
    path: '/pages/information/proofs',
    page: lazyPage(async () => (await import('../pages/information/proofs.tsx')).ProofsPage),
    access: 'members',
  },
  {
    path: '/pages/information/levels',
    page: lazyPage(async () => (await import('../pages/information/levels.tsx')).LevelsPage),
    access: 'members',
  },
  {
    path: '/pages/checkin/checkin',
    page: lazyPage(async () => (await import('../pages/checkin/checkin.tsx')).CheckInPage),
    access: 'members',
  },
  {
    path: '/pages/login/login',
    page: lazyPage(async () => (await import('../pages/login/login.tsx')).LoginPage),
    access: 'visitors',
  },
  {
    path: '/pages/login/signup',
    page: lazyPage(async () => (await import('../pages/login/signup.tsx')).SignupPage),
    access: 'visitors',
  },
  {
    path: '/pages/login/code',
    page: lazyPage(async () => (await import('../pages/login/code.tsx')).CodePage),
    access: 'visitors',
  },
  {
    path: '/pages/login/reset',
    page: lazyPage(async () => (await import('../pages/login/reset.tsx')).ResetPage),
    access: 'visitors',
  },
  {
    path: '/pages/information/editinfo',
    page: lazyPage(async () => (await import('../pages/information/editinfo.tsx')).EditInfoPage),
    access: 'members',
  },
  {
    path: '/pages/information/security',
    page: lazyPage(async () => (await import('../pages/information/security.tsx')).SecurityPage),
    access: 'members',
  },
  {
    path: '/pages/lang/lang',
    page: lazyPage(async () => (await import('../pages/lang/lang.tsx')).LangPage),
    access: 'all',
  },
  {
    path: '/pages/rules/rules',
    page: lazyPage(async () => (await import('../pages/rules/rules.tsx')).RulesPage),
    access: 'public',
  },
  {
    path: '/pages/notify/notify',
    page: lazyPage(async () => (await import('../pages/notify/notify.tsx')).NotifyPage),
    access: 'members',
  },
  {
    path: '/pages/help/help',
    page: lazyPage(async () => (await import('../pages/help/help.tsx')).HelpPage),
    access: 'all',
  },
  {
    path: '/pages/companyprofile/companyprofile',
    page: lazyPage(
      async () => (await import('../pages/companyprofile/companyprofile.tsx')).CompanyProfilePage,
    ),
    access: 'all',
  },
  {
    path: '/pages/house/house',
    page: lazyPage(async () => (await import('../pages/house/house.tsx')).HousePage),
    access: 'public',
  },
  {
    path: '/pages/activity/activity',
    page: lazyPage(async () => (await import('../pages/activity/activity.tsx')).ActivityPage),
    access: 'public',
  },
  {
    path: '/pages/terms/terms',
    page: lazyPage(async () => (await import('../pages/terms/terms.tsx')).TermsPage),
    access: 'all',
  },
] as const satisfies readonly { path: string; page: RouteComponent; access: Access }[];

export type PageRecord = (typeof pages)[number];
