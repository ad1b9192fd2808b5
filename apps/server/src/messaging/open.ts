import type { Handler } from '../core/handler.ts';
import { type Book, createCorrections } from '../betting/index.ts';
import type { Cashier } from '../payments/index.ts';
import type { Wallet } from '../ledger/index.ts';
import type { Outbox } from '../core/outbox/service.ts';
import { countWaiting } from '../core/outbox/queries.ts';
import type { Context, Module } from '../core/module.ts';
import type { Routine } from '../core/jobs.ts';
import { AlertQueue } from './alerts/service.ts';
import { BetLetters } from './letters-of-bets.ts';
import { CorrectionLetters, sendCashierLetters } from './letters-of-money.ts';
import { sendLiveNews } from './news.ts';
import { inboxHandlers } from './routes.ts';
import { Inbox, type InboxServices } from './service.ts';

/** What messages use of other modules. */
type MessageServices = Omit<InboxServices, 'alerts'> & {
  outbox: Outbox;
  wallet: Wallet;
  cashier: Cashier;
  book: Book;
};

/** Opens the module of messages to members: notices, letters, pushes, help, and news on their live streams. */
export const openMessages = (context: Context, services: MessageServices) => {
  const { connections, clock, currency, bus, live } = context;
  const { wallet, cashier, book } = services;
  const alerts = new AlertQueue({
    pool: connections.calls.pool,
    clock,
    currency: currency.code,
    followed: book.followed,
    offers: book.cashOutRules,
  });
  const inbox = new Inbox(context, { ...services, alerts });
  bus.on('lettersDue', (letters) => inbox.letters.writeAll(letters));
  sendLiveNews({ bus, live, records: book.records, cashier, wallet, currency });
  sendCashierLetters({ bus, cashier });
  return {
    service: inbox,
    handlers: { ...inboxHandlers(inbox), home: homeHandler(inbox, services) },
    stored: { queues: { outbox: () => countWaiting(connections.background.pool) } },
    routines: routinesOf(context, services, { inbox, alerts }),
  } satisfies Module;
};

/** Answers the home page of a member. */
const homeHandler =
  (inbox: Inbox, { rewards, book }: MessageServices): Handler<'home'> =>
  async (_input, { member: { id: memberId, shard }, lan }) => {
    const [greeting, openBets, checkIn] = await Promise.all([
      inbox.greet({ memberId, shard, lan }),
      book.records.countOpen({ memberId, shard }),
      rewards.checkIns.brief({ memberId, shard }),
    ]);
    return { ...greeting, openBets, checkIn, ...book.homeMatches() };
  };

/** What messages do again every so often: letters and pushes are written, queued and sent. */
const routinesOf = (
  { connections, currency }: Context,
  { outbox, book }: MessageServices,
  { inbox, alerts }: { inbox: Inbox; alerts: AlertQueue },
): Routine[] => {
  const { letters } = inbox;
  const betLetters = new BetLetters({
    settled: book.settledNews,
    rules: book.cashOutRules,
    records: book.records,
    writeAll: (some) => letters.writeAll(some),
    currency,
  });
  const corrections = new CorrectionLetters({
    corrections: createCorrections({ pool: connections.calls.pool, currency }),
    records: book.records,
    write: (owner, letter) => letters.write(owner, letter),
  });
  return [
    { name: 'outbox', everyMs: 1_000, run: () => outbox.sendDue() },
    { name: 'tidy outbox', everyMs: 60_000, run: () => outbox.tidy() },
    { name: 'inbox', everyMs: 1_000, run: () => inbox.poll() },
    { name: 'pushes', everyMs: 1_000, run: () => inbox.push.run() },
    { name: 'letters of settled bets', everyMs: 1_000, run: () => betLetters.writeOfSettlements() },
    { name: 'letters of automatic cash-outs', everyMs: 1_000, run: () => betLetters.writeOfSales() },
    { name: 'alerts of matches', everyMs: 1_000, run: () => alerts.queueMoments() },
    { name: 'alerts of offers', everyMs: 10_000, run: () => alerts.queueOffers() },
    { name: 'letters of corrections', everyMs: 2_000, run: () => corrections.writeAll() },
    { name: 'tidy inbox', everyMs: 3_600_000, run: () => inbox.tidy() },
  ];
};
