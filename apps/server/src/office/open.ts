import type { AuditKey } from '../core/audit-log/key.ts';
import type { AuditLog } from '../core/audit-log/open.ts';
import type { Book } from '../betting/index.ts';
import { feesSaved, type OpenCashier } from '../payments/index.ts';
import type { Feeds } from '../feeds/index.ts';
import type { MemberFacts, Members, PasswordHasher, Pictures, Uploads } from '../accounts/index.ts';
import type { Inbox } from '../messaging/index.ts';
import { type Likenesses, type Play, selectPlayUse } from '../safer-play/index.ts';
import type { Rewards, Team } from '../growth/index.ts';
import type { Wallet } from '../ledger/index.ts';
import type { House, Liabilities, PublicationProposals, Reserves } from '../proofs/index.ts';
import type { HouseTexts } from './house-texts/service.ts';
import type { Outbox } from '../core/outbox/service.ts';
import type { Context, Module } from '../core/module.ts';
import type { Settings } from './settings/service.ts';
import { createCashierDesk } from './cashier-desk.ts';
import { officeCashierHandlers } from './cashier-routes.ts';
import { officeRewardHandlers } from './incentives/reward-routes.ts';
import { officeHouseTextHandlers } from './house-text-routes.ts';
import { officeImportHandlers } from './import-routes.ts';
import { officeInboxHandlers } from './message-routes.ts';
import { officeNameHandlers } from './name-routes.ts';
import { officeOfferHandlers } from './offer-routes.ts';
import { readOfficeFigures } from './metrics.ts';
import { officeHouseHandlers } from './house-routes.ts';
import { officeLiabilityHandlers } from './liability-routes.ts';
import { officeReserveHandlers } from './reserve-routes.ts';
import { officeOutboxHandlers } from './outbox-routes.ts';
import { officePeopleHandlers } from './people-routes.ts';
import { officePlayHandlers } from './play-routes.ts';
import { officeHandlers } from './routes.ts';
import { createOffice } from './service.ts';
import { officeSettingHandlers } from './setting-routes.ts';
import { officeSignInHandlers } from './sign-in-routes.ts';
import { officeTeamHandlers } from './team-routes.ts';
import { officeTradingHandlers } from './trading-routes.ts';
import { officeViewHandlers } from './views/routes.ts';
import type { Owner } from '../core/owner.ts';

/** Opens the office: operators, their calls about every other module, and the log of what they do. */
export const openOffice = (
  { connections: { calls, background }, reading, config, log, clock, secret, currency, bus }: Context,
  {
    auditKey,
    hasher,
    outbox,
    audit,
    book,
    cashier,
    feed,
    house,
    houseTexts,
    liabilities,
    members,
    messages,
    play,
    profile,
    rewards,
    settings,
    team,
    uploads,
    wallet,
  }: {
    /** Seals the audit log; without it seals are plain. */
    auditKey: AuditKey | undefined;
    hasher: PasswordHasher;
    outbox: Outbox;
    audit: AuditLog;
    book: Book;
    cashier: OpenCashier;
    feed: Pick<Feeds, 'imports' | 'names'>;
    house: House;
    houseTexts: HouseTexts;
    liabilities: Liabilities & { reserves: Reserves; publications: PublicationProposals };
    members: Members;
    messages: Inbox;
    play: Play & { likenesses: Likenesses };
    profile: { factsOf: (owner: Owner) => Promise<MemberFacts> };
    rewards: Rewards;
    settings: Settings;
    team: Team;
    uploads: Uploads & { pictures: Pictures };
    wallet: Wallet & { sums: Wallet };
  },
) => {
  const { pool } = calls;
  const timeZone = config.SITE_TIME_ZONE;
  const office = createOffice({
    pool,
    audit,
    members,
    wallet,
    currency,
    clock,
    hasher,
    config,
    secret,
    auditKey,
    timeZone,
    bus,
  });
  const { terms, events, settlement, desk, records, exposure, board, reports, betDetails } = book;
  const operatorsBy = async (operators: readonly (string | null)[]) =>
    (await office.names({ operators, members: [] })).operators;
  const trading = officeTradingHandlers({ desk, events, settlement, records, office, currency, terms });

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
      ...officePeopleHandlers({
        office,
        people: office.people,
        currency,
        play,
        records,
        betDetails,
        moneyPage: cashier.moneyPage,
        factsOf: profile.factsOf,
        teamPlace: team.place,
      }),
      ...trading,
      ...officeImportHandlers({ feeds: feed, office, detail: trading.officeEventDetail }),
      ...officeNameHandlers({ kept: events.kept, names: feed.names, office, currency }),
      ...officeOfferHandlers({ events, office }),
      ...officeViewHandlers({
        office,
        cashier,
        currency,
        exposure,
        board,
        stops: events.stops,
        wallet: wallet.sums,
        clock,
        records,
        reports,
        timeZone,
        flags: team.flags,
        likenesses: play.likenesses,
        proposals: { team: team.rules.waiting, rewards: rewards.rules.waiting },
        rails: cashier.railDifferences,
        houseTexts,
        settings,
        playUse: (span) => reading.read(background.pool, (on) => selectPlayUse(on, span)),
      }),
      ...officeSettingHandlers({ settings, office }),
      ...officeHouseTextHandlers({ houseTexts, clock, namesOf: operatorsBy }),
      ...officePlayHandlers({
        play,
        likenesses: play.likenesses,
        members,
        audit: audit.write,
        namesOf: office.names,
      }),
      ...officeCashierHandlers({
        office,
        uploads,
        currency,
        play,
        teamFlags: team.flags.of,
        desk: createCashierDesk({ cashier, audit: audit.write }),
      }),
      ...officeInboxHandlers({ inbox: messages, addPicture: uploads.pictures.add, namesOf: operatorsBy }),
      ...officeHouseHandlers(house),
      ...officeReserveHandlers({ reserves: liabilities.reserves, currency, namesOf: operatorsBy }),
      ...officeLiabilityHandlers({
        pool,
        liabilities,
        audit: audit.write,
        currency,
        namesOf: operatorsBy,
      }),
      ...officeOutboxHandlers({ pool, outbox, audit: audit.write }),
      ...officeRewardHandlers({
        rewards,
        office,
        wallet,
        clock,
        currency,
        timeZone,
        feesSaved: (span) => reading.read(background.pool, (on) => feesSaved(on, span, timeZone)),
      }),
      ...officeTeamHandlers({
        team,
        office: { ...office, findMember: office.people.find },
        wallet,
        clock,
        currency,
        restricted: (ids) => play.restricted(ids),
      }),
    },
    figures: {
      stored: () => readOfficeFigures(background.pool, office.operators.isOwnerAlone),
    },
    routines: [
      { name: 'audit log', everyMs: 1_000, run: office.seal },
      { name: 'head of the audit log', everyMs: 3_600_000, run: logAuditHead },
      { name: 'tidy office', everyMs: 3_600_000, run: office.tidy },
    ],
    start: async () => {
      if (auditKey?.kept === 'database') {
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
