import type { Output } from '@touchline/contract/routes';
import type { Handler } from '../core/handler.ts';
import {
  type CashOutRules,
  createCorrections,
  type Followed,
  type Records,
  type SettledNews,
} from '../betting/index.ts';
import type { Cashier } from '../payments/index.ts';
import type { Members, Pictures } from '../accounts/index.ts';
import type { Play } from '../safer-play/index.ts';
import type { Rewards } from '../growth/index.ts';
import type { Wallet } from '../ledger/index.ts';
import type { Outbox } from '../core/outbox/service.ts';
import { countWaiting } from '../core/outbox/queries.ts';
import type { Context, Module } from '../core/module.ts';
import { pushContact, videoHosts } from '../core/config/messaging.ts';
import { createAlertChoices } from './alerts/choices.ts';
import { createFavourites } from './alerts/favourites.ts';
import { createAlerts } from './alerts/service.ts';
import { createBetLetters } from './letters-of-bets.ts';
import { createCorrectionLetters, sendCashierLetters } from './letters-of-money.ts';
import { sendLiveNews } from './news.ts';
import { inboxHandlers } from './routes.ts';
import { createInbox, type InboxOptions } from './service.ts';

/** Opens the module of messages to members: notices, letters, pushes, help, and news on their live streams. */
export const openMessages = (
  { connections: { calls, background }, config, log, clock, currency, bus, live }: Context,
  {
    audit,
    outbox,
    wallet,
    members,
    play,
    rewards,
    pictures,
    cashier,
    book,
  }: {
    audit: { write: InboxOptions['audit'] };
    outbox: Outbox;
    wallet: Wallet;
    members: Pick<Members, 'byIds'>;
    play: Pick<Play, 'restricted'>;
    rewards: Pick<Rewards, 'vip' | 'checkIns'>;
    pictures: Pictures;
    cashier: Pick<Cashier, 'recharges' | 'withdrawals'>;
    book: {
      records: Pick<Records, 'byId' | 'byKeys' | 'countOpen'>;
      homeMatches: () => Pick<Output<'home'>, 'live' | 'next'>;
      settledNews: SettledNews;
      followed: Followed;
      cashOutRules: CashOutRules;
    };
  },
) => {
  const { pool } = calls;
  const { records } = book;
  const alerts = createAlerts({
    pool,
    clock,
    currency: currency.code,
    followed: book.followed,
    offers: book.cashOutRules,
  });
  const inbox = createInbox({
    pool,
    live,
    clock,
    log,
    membersById: (ids) => members.byIds(ids),
    restricted: (ids) => play.restricted(ids),
    audit: audit.write,
    hasPriority: async (owner) => (await rewards.vip.termsOf(owner)).support === 'priority',
    usePicture: pictures.use,
    site: {
      timeZone: config.SITE_TIME_ZONE,
      currency: currency.code,
      get name() {
        return config.SITE_NAME;
      },
      helpStandsIn: config.MODE === 'play',
      videoHosts: videoHosts(config),
      get contact() {
        return config.SITE_SUPPORT;
      },
      get operator() {
        return config.SITE_OPERATOR;
      },
    },
    push: { contact: pushContact(config) },
    alerts,
  });
  bus.on('lettersDue', inbox.letters.writeAll);
  sendLiveNews({ bus, live, records, cashier, wallet, currency });
  sendCashierLetters({ bus, cashier });
  const writeCorrections = createCorrectionLetters({
    records,
    write: inbox.letters.write,
    corrections: createCorrections({ pool, currency }),
  });
  const betLetters = createBetLetters({
    settled: book.settledNews,
    rules: book.cashOutRules,
    records,
    writeAll: inbox.letters.writeAll,
    currency,
  });
  const home: Handler<'home'> = async (_input, { member: { id: memberId, shard }, lan }) => {
    const [greeting, openBets, checkIn] = await Promise.all([
      inbox.greet({ memberId, shard, lan }),
      records.countOpen({ memberId, shard }),
      rewards.checkIns.brief({ memberId, shard }),
    ]);
    return { ...greeting, openBets, checkIn, ...book.homeMatches() };
  };
  return {
    service: inbox,
    handlers: {
      ...inboxHandlers({
        inbox,
        choices: createAlertChoices({ pool, currency }),
        favourites: createFavourites({ pool }),
      }),
      home,
    },
    stored: { queues: { outbox: () => countWaiting(background.pool) } },
    routines: [
      { name: 'outbox', everyMs: 1_000, run: () => outbox.sendDue() },
      { name: 'tidy outbox', everyMs: 60_000, run: () => outbox.tidy() },
      { name: 'inbox', everyMs: 1_000, run: inbox.poll },
      { name: 'pushes', everyMs: 1_000, run: inbox.push.run },
      { name: 'letters of settled bets', everyMs: 1_000, run: betLetters.writeOfSettlements },
      { name: 'letters of automatic cash-outs', everyMs: 1_000, run: betLetters.writeOfSales },
      { name: 'alerts of matches', everyMs: 1_000, run: alerts.queueMoments },
      { name: 'alerts of offers', everyMs: 10_000, run: alerts.queueOffers },
      { name: 'letters of corrections', everyMs: 2_000, run: writeCorrections },
      { name: 'tidy inbox', everyMs: 3_600_000, run: inbox.tidy },
    ],
  } satisfies Module;
};
