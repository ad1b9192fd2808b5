import type { Book } from '../betting/index.ts';
import { feesSaved, type OpenCashier } from '../payments/index.ts';
import type { Feeds } from '../feeds/index.ts';
import type { MemberFacts, Pictures, Uploads } from '../accounts/index.ts';
import { officeInboxHandlers, type Inbox } from '../messaging/index.ts';
import { type Likenesses, type Play, selectPlayUse } from '../safer-play/index.ts';
import type { Rewards, Teams } from '../growth/index.ts';
import type { Wallet } from '../ledger/index.ts';
import {
  officeHouseHandlers,
  officeLiabilityHandlers,
  officeReserveHandlers,
  type House,
  type Liabilities,
  type PublicationProposals,
  type Reserves,
} from '../proofs/index.ts';
import type { HouseTexts } from './house-texts/service.ts';
import type { Outbox } from '../core/outbox/service.ts';
import type { Context, Module } from '../core/module.ts';
import type { Settings } from './settings/service.ts';
import { officeCashierHandlers } from './cashier-routes.ts';
import { officeRewardHandlers } from './incentives/reward-routes.ts';
import { officeHouseTextHandlers } from './house-texts/routes.ts';
import { officeImportHandlers } from './import-routes.ts';
import { officeNameHandlers } from './name-routes.ts';
import { officeOfferHandlers } from './offer-routes.ts';
import { officeOutboxHandlers } from './outbox-routes.ts';
import { officePeopleHandlers } from './people-routes.ts';
import { officePlayHandlers } from './play-routes.ts';
import { officeHandlers } from './routes.ts';
import { Office, type OfficeUses } from './service.ts';
import { officeSettingHandlers } from './settings/routes.ts';
import { officeSignInHandlers } from './sign-in-routes.ts';
import { officeTeamHandlers } from './incentives/routes.ts';
import { officeTradingHandlers } from './trading-routes.ts';
import { officeViewHandlers } from './views/routes.ts';
import { Gauge } from '@prometheus-io/client';
import { statement } from '../core/database/database.ts';
import type { QueueRow, StoredMetrics } from '../core/metrics/stored-metrics.ts';
import type { Owner } from '../core/owner.ts';

/** The other modules: the office has calls about all of them. */
type OtherModules = OfficeUses & {
  outbox: Outbox;
  book: Book;
  cashier: OpenCashier;
  feed: Pick<Feeds, 'imports' | 'names'>;
  house: House;
  houseTexts: HouseTexts;
  liabilities: Liabilities & { reserves: Reserves; publications: PublicationProposals };
  messages: Inbox;
  play: Play & { likenesses: Likenesses };
  profile: { factsOf: (owner: Owner) => Promise<MemberFacts> };
  rewards: Rewards;
  settings: Settings;
  team: Teams;
  uploads: Uploads & { pictures: Pictures };
  wallet: Wallet & { sums: Wallet };
};

/** What its calls use: the modules, and the office itself. */
type CallModules = OtherModules & { context: Context; office: Office };

const operatorsBy =
  ({ office }: CallModules) =>
  async (operators: readonly (string | null)[]) =>
    (await office.names({ operators, members: [] })).operators;

/** The calls about matches: prices, results, imports, names and offers. */
const tradingCalls = (modules: CallModules) => {
  const { context, office, book, feed } = modules;
  const { currency } = context;
  const { terms, events, settlement, desk, records } = book;
  const trading = officeTradingHandlers({ desk, events, settlement, records, office, currency, terms });
  return {
    ...trading,
    ...officeImportHandlers({ feeds: feed, office, detail: trading.officeEventDetail }),
    ...officeNameHandlers({ kept: events.kept, names: feed.names, office, currency }),
    ...officeOfferHandlers({ events, office }),
  };
};

/** The calls about members and their money. */
const memberCalls = (modules: CallModules) => {
  const { context, office, audit, book, cashier, members, play, profile, team, uploads, messages } = modules;
  const { currency } = context;
  return {
    ...officePeopleHandlers({
      office,
      people: office.people,
      currency,
      play,
      records: book.records,
      betDetails: book.betDetails,
      moneyPage: cashier.moneyPage,
      factsOf: profile.factsOf,
      teamPlace: (owner) => team.place(owner),
    }),
    ...officePlayHandlers({
      play,
      likenesses: play.likenesses,
      members,
      audit: audit.write,
      namesOf: (ids) => office.names(ids),
    }),
    ...officeCashierHandlers({
      office,
      uploads,
      currency,
      play,
      teamFlags: (owner) => team.flags.of(owner),
      cashier,
    }),
    ...officeInboxHandlers({
      inbox: messages,
      addPicture: uploads.pictures.add,
      namesOf: operatorsBy(modules),
    }),
  };
};

/** The calls about teams, check-ins and VIP levels. */
const growthCalls = ({ context, office, play, rewards, team, wallet }: CallModules) => {
  const { clock, currency, config, reading, connections } = context;
  const timeZone = config.SITE_TIME_ZONE;
  return {
    ...officeRewardHandlers({
      rewards,
      office,
      wallet,
      clock,
      currency,
      timeZone,
      feesSaved: (span) => reading.read(connections.background.pool, (on) => feesSaved(on, span, timeZone)),
    }),
    ...officeTeamHandlers({
      team,
      office,
      wallet,
      clock,
      currency,
      restricted: (ids) => play.restricted(ids),
    }),
  };
};

/** The calls about the house: overviews, settings, texts, what it owes and publishes. */
const houseCalls = (modules: CallModules) => {
  const { context, office, audit, book, cashier, house, houseTexts, liabilities } = modules;
  const { outbox, play, rewards, settings, team, wallet } = modules;
  const { clock, currency, config, reading, connections } = context;
  const { pool } = connections.calls;
  const namesOf = operatorsBy(modules);
  return {
    ...officeViewHandlers({
      office,
      cashier,
      currency,
      exposure: book.exposure,
      board: book.board,
      stops: book.events.stops,
      wallet: wallet.sums,
      clock,
      records: book.records,
      reports: book.reports,
      timeZone: config.SITE_TIME_ZONE,
      flags: team.flags,
      likenesses: play.likenesses,
      proposals: { team: () => team.rules.waiting(), rewards: () => rewards.rules.waiting() },
      rails: cashier.railDifferences,
      houseTexts,
      settings,
      playUse: (span) => reading.read(connections.background.pool, (on) => selectPlayUse(on, span)),
    }),
    ...officeSettingHandlers({ settings, office }),
    ...officeHouseTextHandlers({ houseTexts, clock, namesOf }),
    ...officeHouseHandlers(house),
    ...officeReserveHandlers({ reserves: liabilities.reserves, currency, namesOf }),
    ...officeLiabilityHandlers({ pool, liabilities, audit: audit.write, currency, namesOf }),
    ...officeOutboxHandlers({ pool, outbox, audit: audit.write }),
  };
};

/** The lines of the audit log that are not sealed yet. */
const unsealed = statement(
  'figures-audit',
  `select count(*)::int as total, min(l.at) as oldest
   from (select line from office_audit_waiting limit 10000) w join office_audit l on l.id = w.line`,
);

/** Whether one owner is alone, and what waits to be sealed. */
const storedMetrics = ({ connections, metrics }: Context, { operators }: Office): StoredMetrics => {
  const ownerAlone = new Gauge({
    name: 'touchline_owner_alone',
    help: '1 while there is only one owner, so that no second one checks changes of operators',
    registers: [metrics],
  });
  return {
    gauges: [ownerAlone],
    read: async () => ownerAlone.set((await operators.isOwnerAlone()) ? 1 : 0),
    queues: { audit_lines: () => connections.background.pool.query<QueueRow>(unsealed([])) },
  };
};

/** Opens the office: operators, their calls about every other module, and the log of what they do. */
export const openOffice = (context: Context, uses: OtherModules) => {
  const { log, currency } = context;
  const office = new Office(context, uses);
  const modules: CallModules = { ...uses, context, office };

  /** Writes the last seal to the server's log, where no role of the database can change it. */
  const logAuditHead = async (): Promise<void> => {
    await office.seal();
    const head = await office.auditHead();
    if (head) log.info(head, 'head of the audit log');
  };

  return {
    service: office,
    handlers: {
      ...officeSignInHandlers({ office }),
      ...officeHandlers({ office, currency }),
      ...tradingCalls(modules),
      ...memberCalls(modules),
      ...growthCalls(modules),
      ...houseCalls(modules),
    },
    stored: storedMetrics(context, office),
    routines: [
      { name: 'audit log', everyMs: 1_000, run: () => office.seal() },
      { name: 'head of the audit log', everyMs: 3_600_000, run: logAuditHead },
      { name: 'tidy office', everyMs: 3_600_000, run: () => office.tidy() },
    ],
    start: async () => {
      if (uses.auditKey?.kept === 'database') {
        log.warn('the key of the audit log is in the database itself: set AUDIT_KEY to keep it elsewhere');
      }
      if (await office.operators.isOwnerAlone()) {
        log.warn('only one owner: no second one checks changes of operators');
      }
      await logAuditHead();
    },
    stop: () =>
      logAuditHead().catch((error: unknown) => log.warn({ err: error }, 'the audit log was not sealed')),
  } satisfies Module;
};
