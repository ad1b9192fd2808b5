import type { RouteName } from './paths.ts';
import type { Routes } from './routes.ts';

/**
 * What a call without a sign-in is for. `page`: what visitors read, public only while `PUBLIC_PAGES` is true. The others are always
 * public: `entry`, with which apps start and people sign in; `law`, what must be readable before an account is opened; `help`, for
 * those who are locked out or gamble too much.
 */
type Purpose = 'page' | 'entry' | 'law' | 'help';

type PublicCall = { [N in RouteName]: Routes[N]['auth'] extends 'public' ? N : never }[RouteName];

/** Every call without a sign-in. What proves the house to strangers, the public log, is no call and always public. */
export const publicCalls: Readonly<Record<PublicCall, Purpose>> = {
  systemConfig: 'entry',
  register: 'entry',
  login: 'entry',
  refreshToken: 'entry',
  sendCode: 'entry',
  loginByCode: 'entry',
  resetPassword: 'entry',
  passkeyAsk: 'entry',
  passkeyLogin: 'entry',
  officeLogin: 'entry',
  officeFirst: 'entry',
  officeAccessAsk: 'entry',
  officePasswordSet: 'entry',
  officePasskeyAsk: 'entry',
  officePasskeyLogin: 'entry',

  terms: 'law',
  companyProfile: 'law',

  helpLines: 'help',
  supportList: 'help',

  visitorTicket: 'page',
  eventList: 'page',
  eventDays: 'page',
  eventDetail: 'page',
  competitionList: 'page',
  priceHistory: 'page',
  builderQuote: 'page',
  builderMarks: 'page',
  competitionDetail: 'page',
  teamDetail: 'page',
  playedList: 'page',
  matchInsight: 'page',
  search: 'page',
  helpList: 'page',
  rules: 'page',
  teamRules: 'page',
  housePage: 'page',
  activityList: 'page',
};

const purposes: Partial<Record<RouteName, Purpose>> = publicCalls;

/** Whether a call needs a sign-in while the pages of visitors are closed. */
export const isOfPage = (name: RouteName): boolean => purposes[name] === 'page';
