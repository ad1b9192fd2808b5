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
export const openModules = async (context: Context, parts: ModuleParts) => {
  const basis = await openBasis(context, parts);
  const betting = openBetting(context, parts, basis);
  const money = await openMoney(context, { ...basis, ...betting });
  const members = { ...basis, ...betting, ...money };
  const proofs = await openProofs(context, members);
  const site = await openSite(context, parts, members);
  const all = { ...members, ...proofs, ...site };
  return { ...all, office: openOperators(context, parts, all) } satisfies Record<string, Module>;
};

/** The open modules, by name. */
export type Modules = Awaited<ReturnType<typeof openModules>>;

/** What all others write to: the wallet, the logs, settings and uploads. */
const openBasis = async (context: Context, { logKeys, currentKey, failpoint }: ModuleParts) => {
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
  return { wallet, audit, settings, houseTexts, uploads, publicLog };
};

type Basis = Awaited<ReturnType<typeof openBasis>>;

/** Members, their limits, and the book that they bet on. */
const openBetting = (
  context: Context,
  { outbox, ended, hashers, failpoint, isUnsigned }: ModuleParts,
  { wallet, houseTexts, uploads }: Basis,
) => {
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
  return { members, memberLimits, book };
};

type Betting = ReturnType<typeof openBetting>;

/** What moves money apart from bets: safer play, rewards, teams and the cashier. */
const openMoney = async (context: Context, { wallet, uploads, members, book }: Basis & Betting) => {
  const { pool } = context.connections.calls;
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
  return { play, rewards, team, cashier };
};

type Money = Awaited<ReturnType<typeof openMoney>>;

/** What the house proves and publishes of itself. */
const openProofs = async (
  context: Context,
  { audit, uploads, publicLog, book, cashier }: Basis & Betting & Money,
) => {
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
  return { liabilities, house };
};

type Proofs = Awaited<ReturnType<typeof openProofs>>;

/** What members read: messages, their profile, feeds and football. */
const openSite = async (
  context: Context,
  { outbox }: ModuleParts,
  { wallet, audit, uploads, members, book, play, rewards, team, cashier }: Basis & Betting & Money,
) => {
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
  return { messages, profile, feed, football };
};

type Site = Awaited<ReturnType<typeof openSite>>;

/** The office of the operators, which uses all others. */
const openOperators = (
  context: Context,
  { auditKey, hashers, outbox }: ModuleParts,
  modules: Basis & Betting & Money & Proofs & Site,
) =>
  openOffice(context, {
    auditKey,
    hasher: hashers.office,
    outbox,
    audit: modules.audit.service,
    book: modules.book.service,
    cashier: modules.cashier.service,
    feed: modules.feed.service,
    house: modules.house.service,
    houseTexts: modules.houseTexts.service,
    liabilities: modules.liabilities.service,
    members: modules.members.service,
    messages: modules.messages.service,
    play: modules.play.service,
    profile: modules.profile.service,
    rewards: modules.rewards.service,
    settings: modules.settings.service,
    team: modules.team.service,
    uploads: modules.uploads.service,
    wallet: modules.wallet.service,
  });
