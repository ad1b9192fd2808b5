import type { RouteName } from '@touchline/contract/paths';
import { cutOff, go, waiting, type Screen, type Stage } from './stage.ts';

/** Pages by the call that fills them. */
const filled: readonly [name: string, path: string, call: RouteName][] = [
  ['payment', '/pages/recharge/rechargeinfo?id=none', 'rechargeList'],
  ['withdraw', '/pages/information/withdraw', 'withdrawList'],
  ['bank', '/pages/information/bank', 'walletList'],
  ['turnover', '/pages/information/turnover', 'turnoverList'],
  ['team-info', '/pages/information/team', 'teamInfo'],
  ['play-statement', '/pages/information/statement', 'playStatement'],
  ['security', '/pages/information/security', 'securityInfo'],
  ['rules', '/pages/rules/rules', 'rules'],
  ['activity', '/pages/activity/activity', 'activityList'],
  ['company', '/pages/companyprofile/companyprofile', 'companyProfile'],
];

/** The same for pages of which other pictures show another state. */
const failing: typeof filled = [
  ['invest', '/pages/invest/invest', 'eventList'],
  ['match', '/pages/invest/eventsinfo?id=none', 'eventDetail'],
  ['team-commission', '/pages/team/commission?id=c3', 'commissionDetail'],
  ['team-rules', '/pages/teamrules/teamrules', 'teamRules'],
  ['levels', '/pages/information/levels', 'levelList'],
  ['help', '/pages/help/help', 'helpList'],
  ['terms', '/pages/terms/terms', 'terms'],
];

const unreachable = (path: string, call: RouteName) => async (stage: Stage) => {
  await cutOff(stage.page, call);
  await go(stage, path);
  // Some calls are tried again first.
  await stage.page.getByText(stage.t('common.retry')).first().waitFor();
};

/** The page with its code never arriving: the address of every chunk that is loaded later fails. */
const pageLost = async (stage: Stage): Promise<void> => {
  const { page } = stage;
  await page.route(/\/assets\/invest-[^/]*\.js/, (route) => route.abort());
  await page.goto(`${stage.url}/icon.svg`);
  await page.goto(`${stage.url}/#/pages/invest/invest`);
  await page.getByText(stage.t('shell.tapToReload')).waitFor();
};

/** Pages while their content is on its way, and when it does not come. */
export const edgeScreens: readonly Screen[] = [
  ...filled.map(([name, path, call]): Screen => ({
    name: `${name}-waiting`,
    as: 'beginner',
    open: waiting(path, call),
  })),
  ...[...filled, ...failing]
    .filter(([name]) => name !== 'security')
    .map(([name, path, call]): Screen => ({
      name: `${name}-unreachable`,
      as: 'beginner',
      open: unreachable(path, call),
    })),
  { name: 'page-lost', as: 'beginner', open: pageLost },
];
