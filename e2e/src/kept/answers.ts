import type { RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import type { User } from '@touchline/contract/shapes/user';
import { locales, type Lan } from '@touchline/locales/locales';
import * as cashier from '../screens/cashier-samples.ts';
import * as house from '../screens/house-samples.ts';
import * as inbox from '../screens/inbox-samples.ts';
import * as play from '../screens/play-samples.ts';
import * as team from '../screens/team-samples.ts';
import { matchInsight, priceHistory } from './insight-answer.ts';
import * as kept from './kept-answers.ts';
import { bets, eventDetail, home } from './kept-answers.ts';

/** What the kept site answers, by call. */
export type Answers = {
  readonly [N in RouteName]?: Output<N> | ((query: URLSearchParams, lan: Lan) => Output<N>) | undefined;
};

export const user: User = {
  id: 'member-1',
  account: 'anneliese',
  nickname: 'Anneliese',
  email: 'anneliese@example.org',
  birthDate: '1990-05-31',
  verified: true,
  identity: 'verified',
  otp: true,
  invitationCode: '7KQ4ZD',
  balance: '1284.50',
  held: '519.50',
  currency: 'PLAY',
  vipLevel: 2,
  teamLevel: 2,
  language: 'en',
  turnoverLeft: '37.50',
  termsAccepted: '1',
  registeredAt: '2026-01-11T10:00:00.000Z',
};

/** Scripts that the fonts of the test do not have are left out, so that no font of the machine is drawn. */
const drawable = locales.filter(({ lan }) => !['zh-CN', 'zh-TW', 'ja', 'ko', 'th'].includes(lan));

const country = (iso: string, en: string, code: string) => ({
  iso,
  en,
  zh: en,
  code,
  flag: `/flags/${iso.toLowerCase()}.svg`,
  allowed: true,
});

const systemConfig: Output<'systemConfig'> = {
  currency: { list: [{ code: 'PLAY', name: 'Play money', symbol: 'P', scale: 2 }], default: 'PLAY' },
  language: { list: [...drawable], default: 'en', fallback: 'en' },
  betting: {},
  site: {
    name: 'Touchline',
    mode: 'play',
    contry_code: '44',
    timeZone: 'UTC',
    minAge: 18,
    support: null,
    countries: [country('DE', 'Germany', '49'), country('GB', 'United Kingdom', '44')],
    version: '1.0.0',
    versionCode: 100,
    replay: { name: 'World Cup 2026', speed: 1 },
    rulesVersion: '1',
    termsVersion: '1',
    registerCode: false,
    invitationNeeded: false,
    publicPages: true,
    receiptKey: 'touchline.example/log+f9c3e5c5+AQcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH',
    playGrant: '1000.00',
    stakeMin: '1.00',
    stakeMax: '1000.00',
    liveDelayMs: 5_000,
  },
};

const { pageOf, recharge } = cashier;
const recharges = pageOf(
  recharge(),
  recharge({ state: 'credited', credited: '99.00' }),
  recharge({ state: 'expired' }),
);

/** The bets of a tab of the records, the newest first. */
const betsOf = (tab: string | null): typeof bets =>
  bets
    .filter(({ state }) => tab === null || tab === 'all' || tab === state)
    .toSorted((a, b) => b.placedAt.localeCompare(a.placedAt));

/** One of the bets. @throws when it is not among them */
const betOf = (id: string | null): (typeof bets)[number] => {
  const bet = bets.find((one) => one.id === id);
  if (bet === undefined) throw new Error(`no bet ${id} is kept`);
  return bet;
};

/** Offers for the open bets; the last bet is cashed out automatically at a higher offer. */
const openOffers: Output<'cashOutOffers'>['list'] = [
  { bet: 'id-14', offer: '3.18', events: ['id-2', 'id-3', 'id-4', 'id-5'] },
  { bet: 'id-15', offer: '0.42', events: ['id-2', 'id-3', 'id-4', 'id-5'] },
  { bet: 'id-36', offer: '17.80', auto: '22.00', events: ['id-2'] },
];

/** A starred team without a match to come. */
const starredTeam: Output<'teamDetail'> = {
  team: { id: 'arg', name: 'Argentina', short: 'ARG', flag: 'ar', colours: ['#75aadb', '#ffffff'] },
  places: [],
  next: [],
  form: [],
  all: matchInsight.home.figures,
  atHome: matchInsight.home.figures,
  away: matchInsight.away.figures,
  played: 0,
  sources: [],
};

/** A member in the middle of the season; all times are relative to the clock of the pictures. */
export const answers: Answers = {
  systemConfig,
  home,
  eventDetail,
  eventList: (query) =>
    query.get('state') === 'finished' ? kept.finishedMatches : pageOf(...home.live, ...home.next),
  eventDays: {
    list: [
      { day: '2026-06-18', matches: home.live.length + home.next.length },
      { day: '2026-06-19', matches: 4 },
      { day: '2026-06-20', matches: 4 },
      { day: '2026-06-22', matches: 3 },
    ],
  },
  competitionList: {
    list: [
      {
        competition: eventDetail.competition,
        inPlay: home.live.length,
        today: home.live.length + home.next.length,
        open: home.live.length + home.next.length,
      },
    ],
  },
  matchInsight,
  priceHistory,
  cashOutOffers: { list: openOffers, total: openOffers.length },
  favouriteList: {
    list: [
      { kind: 'match', id: eventDetail.id },
      { kind: 'team', id: 'arg' },
    ],
  },
  teamDetail: (query) => (query.get('id') === kept.germany.team.id ? kept.germany : starredTeam),
  competitionDetail: kept.competitionDetail,
  playedList: (query) => (query.has('team') ? kept.playedOfTeam : kept.playedOfCompetition),
  search: kept.search,
  userInfo: (_query, lan) => ({ ...user, language: lan }),
  profileSave: (_query, lan) => ({ ...user, language: lan }),
  orderList: (query) => pageOf(...betsOf(query.get('tab'))),
  channelList: cashier.channels,
  rechargeList: recharges,
  withdrawList: { ...pageOf(...cashier.withdrawals), terms: cashier.terms({ turnoverLeft: '37.50' }) },
  walletList: pageOf(...cashier.payouts),
  turnoverList: cashier.turnover,
  teamInfo: team.info,
  teamList: team.members,
  inviteInfo: team.invite('https://touchline.example'),
  commissionList: team.commissions,
  commissionDetail: team.statement,
  teamRules: team.rules,
  housePage: house.house(),
  moneyLogList: kept.moneyLogList,
  betStatistics: kept.betStatistics,
  levelList: kept.levelList,
  securityInfo: kept.securityInfo,
  sessionList: kept.sessionList,
  pushInfo: kept.pushInfo,
  noticeList: inbox.noticePage(...inbox.notices),
  noticeRead: { unread: 0, boxes: { system: 0, letter: 0 } },
  activityList: kept.activityList,
  helpList: kept.helpList,
  supportList: kept.supportList,
  rules: kept.rules,
  terms: kept.terms,
  companyProfile: kept.companyProfile,
  playInfo: play.info(),
  playStatement: play.statement('2026-06-01', '2026-06-18'),
  orderDetail: (query) => betOf(query.get('id')),
  checkInInfo: {
    today: false,
    streak: 3,
    open: true,
    next: 3,
    month: '2026-06',
    date: '2026-06-18',
    scale: ['1.25', '1.25', '2.50', '2.50', '3.75', '3.75', '6.25'],
    days: [{ day: '2026-06-17', reward: '2.50' }],
    nextAt: '2026-06-19T00:00:00.000Z',
  },
};
