import type { AuditKey } from './core/audit-log/chain.ts';
import { openAudit } from './core/audit-log/audit.ts';
import { openBook } from './betting/index.ts';
import { openCashier, paymentRecords } from './payments/index.ts';
import { openFeed } from './feeds/index.ts';
import { openFootball } from './catalogue/index.ts';
import { type CurrentKey, openHouse, openLiabilities, openPublicLog } from './proofs/index.ts';
import { openHouseTexts, openOffice, openSettings, readOwnerAlone } from './office/index.ts';
import {
  type EndedSessions,
  findSamePerson,
  findSessionsAt,
  openMembers,
  openProfile,
  openUploads,
  type PasswordHashers,
} from './accounts/index.ts';
import { moduleFacts } from './operations/index.ts';
import { openMessages } from './messaging/index.ts';
import { openMemberLimits, openPlay } from './safer-play/index.ts';
import { openRewards, openTeam, sharedDevices } from './growth/index.ts';
import { openWallet } from './ledger/index.ts';
import type { Failpoint } from './core/failpoints.ts';
import type { Outbox } from './core/outbox/service.ts';
import type { LogKeys } from './core/public-log/keys.ts';
import type { Context, Module } from './core/module.ts';

/** What modules need in addition to the context. */
export type ModuleParts = {
  outbox: Outbox;
  ended: EndedSessions;
  hashers: PasswordHashers;
  auditKey?: AuditKey | undefined;
  /** Sign and blind the public log. */
  logKeys: LogKeys;
  currentKey: CurrentKey;
  /** Called at points of settlement and returns; for tests that kill the process there. */
  failpoint?: Failpoint | undefined;
  /** Placing makes no receipts; for benchmarks of what they cost. */
  isUnsigned?: boolean | undefined;
};

/**
 * Opens the modules in the order in which they use each other. Nothing runs before a module's `start`.
 * @returns the modules by name, in that order
 */
export const openModules = async (
  context: Context,
  { outbox, ended, hashers, auditKey, logKeys, currentKey, failpoint, isUnsigned }: ModuleParts,
) => {
  const { pool } = context.connections.calls;
  const wallet = openWallet(context);
  const audit = openAudit(context, { ...paymentRecords, sessionsAt: findSessionsAt });
  const settings = await openSettings(context, { audit: audit.service });
  const houseTexts = openHouseTexts(context, { audit: audit.service });
  const uploads = await openUploads(context);
  const publicLog = openPublicLog(context, {
    keys: logKeys,
    currentKey,
    store: await uploads.service.storeIn('log-tiles'),
    facts: moduleFacts,
    failpoint,
  });
  const members = openMembers(context, {
    wallet: wallet.service,
    uploads: uploads.service,
    houseTexts: houseTexts.service,
    outbox,
    hasher: hashers.members,
    ended,
  });
  const memberLimits = openMemberLimits(context, { wallet: wallet.service });
  const book = openBook(context, {
    wallet: wallet.service,
    houseTexts: houseTexts.service,
    memberLimits: memberLimits.service,
    failpoint,
    isUnsigned,
  });
  const play = openPlay(context, {
    wallet: wallet.service,
    members: members.service,
    returns: book.service.returns,
    payments: paymentRecords,
    sharing: {
      same_device: (owner) => sharedDevices(pool, owner),
      same_payment: (owner) => paymentRecords.sharedMethods(pool, owner),
      same_person: ({ memberId }) => findSamePerson(pool, memberId),
    },
  });
  const rewards = openRewards(context, { wallet: wallet.service, play: play.service });
  const team = openTeam(context, {
    wallet: wallet.service,
    members: members.service,
    play: play.service,
    rewards: rewards.service,
    payments: paymentRecords,
  });
  const cashier = await openCashier(context, {
    wallet: wallet.service,
    members: members.service,
    play: play.service,
    rewards: rewards.service,
    uploads: uploads.service,
    records: book.service.records,
  });
  const liabilities = await openLiabilities(context, {
    audit: audit.service,
    cashier: cashier.service,
    uploads: uploads.service,
  });
  const house = openHouse(context, {
    book: book.service,
    liabilities: liabilities.service,
    publicLog: publicLog.service,
    owners: () => readOwnerAlone(context.connections.calls.pool, context.clock.now()),
  });
  const messages = openMessages(context, {
    audit: audit.service,
    outbox,
    wallet: wallet.service,
    members: members.service,
    play: play.service,
    rewards: rewards.service,
    pictures: uploads.service.pictures,
    cashier: cashier.service,
    book: book.service,
  });
  const profile = openProfile(context, {
    members: members.service,
    wallet: wallet.service,
    factsOf: async (owner) => {
      const [restriction, { level: vipLevel }, teamLevel, { leftMinor: turnoverLeftMinor }] =
        await Promise.all([
          play.service.restrictionOf(owner),
          rewards.service.vip.termsOf(owner),
          team.service.level(owner),
          cashier.service.turnovers.of(owner),
        ]);
      return { vipLevel, teamLevel, restriction, turnoverLeftMinor };
    },
  });
  const feed = await openFeed(context, { events: book.service.events });
  const football = openFootball(context, {
    matches: book.service.matches,
    events: book.service.events,
    betsOn: (owner, matches, limit) => book.service.records.onEvents(owner, matches, limit),
  });
  const office = openOffice(context, {
    auditKey,
    hasher: hashers.office,
    outbox,
    audit: audit.service,
    book: book.service,
    cashier: cashier.service,
    feed: feed.service,
    house: house.service,
    houseTexts: houseTexts.service,
    liabilities: liabilities.service,
    members: members.service,
    messages: messages.service,
    play: play.service,
    profile: profile.service,
    rewards: rewards.service,
    settings: settings.service,
    team: team.service,
    uploads: uploads.service,
    wallet: wallet.service,
  });
  return {
    wallet,
    audit,
    settings,
    houseTexts,
    uploads,
    publicLog,
    members,
    memberLimits,
    book,
    play,
    rewards,
    team,
    cashier,
    liabilities,
    house,
    messages,
    profile,
    feed,
    football,
    office,
  } satisfies Record<string, Module>;
};

/** The open modules, by name. */
export type Modules = Awaited<ReturnType<typeof openModules>>;
