import type { Output } from '@touchline/contract/routes';
import * as samples from './big-samples.ts';
import { altered, asIfAnswered, go, match, slip, tab, type Screen, type Stage } from './stage.ts';

const billion = '1234567890.12';

/** A page of a member who has and does much. */
const of = (path: string) => async (stage: Stage) => {
  const { page } = stage;
  await altered(page, 'userInfo', (user) => ({ ...user, ...samples.member }));
  await altered(page, 'home', (home) => ({
    ...home,
    live: home.live.map(samples.between),
    next: home.next.map(samples.between),
    unread: 1_234,
  }));
  await altered(page, 'eventList', (events) => ({ ...events, list: events.list.map(samples.between) }));
  await asIfAnswered(page, 'rechargeList', samples.recharges);
  await asIfAnswered(page, 'withdrawList', samples.withdrawing);
  await asIfAnswered(page, 'moneyLogList', samples.entries);
  await asIfAnswered(page, 'teamInfo', samples.grown);
  await asIfAnswered(page, 'teamList', samples.people);
  await asIfAnswered(page, 'commissionDetail', samples.day);
  await asIfAnswered(page, 'playInfo', samples.played);
  await page.route('**/playStatement*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const data = samples.stated(query.get('from') ?? '', query.get('to') ?? '');
    return route.fulfill({ json: { code: 1, msg: '', data } });
  });
  await go(stage, path);
};

/** The records of bets as dear as can be, and their first opened. */
const records = async (stage: Stage): Promise<void> => {
  const bet = { stake: billion, unit: billion, potential: billion, odds: '123456.789' };
  await altered(stage.page, 'orderList', (orders: Output<'orderList'>) => ({
    ...orders,
    list: orders.list.map((one) => ({
      ...one,
      ...bet,
      ...(one.payout !== undefined && { payout: billion }),
    })),
  }));
  await tab(stage, stage.t('record.tab.all'));
};

const longMatch = async (stage: Stage): Promise<void> => {
  await altered(stage.page, 'eventDetail', (event) => ({ ...event, ...samples.between(event) }));
  await match(stage, stage.matches.coming);
};

const longSlip = async (stage: Stage): Promise<void> => {
  await altered(stage.page, 'userInfo', (user) => ({ ...user, ...samples.member }));
  await altered(stage.page, 'eventDetail', (event) => ({ ...event, ...samples.between(event) }));
  await slip(stage, '1000');
};

/** Pages with the largest amounts and the longest names. */
export const bigScreens: readonly Screen[] = [
  { name: 'big-home', as: 'player', open: of('/') },
  { name: 'big-invest', as: 'player', open: of('/pages/invest/invest') },
  { name: 'big-match', as: 'player', open: longMatch },
  { name: 'big-slip', as: 'player', open: longSlip },
  { name: 'big-records', as: 'player', open: records },
  { name: 'big-mine', as: 'player', open: of('/pages/information/information') },
  { name: 'big-editinfo', as: 'player', open: of('/pages/information/editinfo') },
  { name: 'big-wallet-record', as: 'player', open: of('/pages/traderecord/traderecord') },
  { name: 'big-recharge', as: 'player', open: of('/pages/mine/recharge') },
  { name: 'big-payment', as: 'player', open: of('/pages/recharge/rechargeinfo?id=recharge-created') },
  { name: 'big-withdraw', as: 'player', open: of('/pages/information/withdraw') },
  { name: 'big-team', as: 'player', open: of('/pages/team/team') },
  { name: 'big-team-members', as: 'player', open: of('/pages/team/myteam') },
  { name: 'big-team-commission', as: 'player', open: of('/pages/team/commission?id=c3') },
  { name: 'big-play', as: 'player', open: of('/pages/information/play') },
  { name: 'big-statement', as: 'player', open: of('/pages/information/statement') },
];
