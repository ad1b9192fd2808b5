import type { AuditKey } from './audit/key.ts';
import { openAudit } from './audit/open.ts';
import { openBook } from './book/open.ts';
import { openCashier } from './cashier/open.ts';
import { paymentRecords } from './cashier/records.ts';
import { openFeed } from './feed/open.ts';
import { openFootball } from './football/open.ts';
import { openHouse } from './house/open.ts';
import { openHouseTexts } from './house-texts/open.ts';
import type { EndedSessions } from './members/ended-sessions.ts';
import { openLiabilities } from './liabilities/open.ts';
import { roomFacts } from './log-facts.ts';
import { openPublicLog } from './log/open.ts';
import { openMembers } from './members/open.ts';
import { findSamePerson } from './members/same-person.ts';
import { findSessionsAt } from './members/session-queries.ts';
import { openMessages } from './messages/open.ts';
import { openOffice } from './office/open.ts';
import { readOwnerAlone } from './office/owner-alone.ts';
import type { Failpoint } from './platform/failpoints.ts';
import type { Outbox } from './platform/outbox/service.ts';
import type { CurrentKey } from './log/keys.ts';
import type { LogKeys } from './platform/log-key.ts';
import type { PasswordHashers } from './platform/password-hash.ts';
import type { Ground, Room } from './platform/room.ts';
import { openPlay, openMemberLimits } from './play/open.ts';
import { openProfile } from './profile/open.ts';
import { openRewards } from './rewards/open.ts';
import { openSettings } from './settings/open.ts';
import { sharedDevices } from './team/devices.ts';
import { openTeam } from './team/open.ts';
import { openUploads } from './uploads/open.ts';
import { openWallet } from './wallet/open.ts';

/** What rooms need beside the ground. */
export type RoomParts = {
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
 * Opens the rooms in the order in which they use each other. Nothing runs before a room's `start`.
 * @returns the rooms by name, in that order
 */
export const openRooms = async (
  ground: Ground,
  { outbox, ended, hashers, auditKey, logKeys, currentKey, failpoint, isUnsigned }: RoomParts,
) => {
  const { pool } = ground.connections.calls;
  const wallet = openWallet(ground);
  const audit = openAudit(ground, { ...paymentRecords, sessionsAt: findSessionsAt });
  const settings = await openSettings(ground, { audit: audit.service });
  const houseTexts = openHouseTexts(ground, { audit: audit.service });
  const uploads = await openUploads(ground);
  const publicLog = openPublicLog(ground, {
    keys: logKeys,
    currentKey,
    store: await uploads.service.storeIn('log-tiles'),
    facts: roomFacts,
    failpoint,
  });
  const members = openMembers(ground, {
    wallet: wallet.service,
    uploads: uploads.service,
    houseTexts: houseTexts.service,
    outbox,
    hasher: hashers.members,
    ended,
  });
  const memberLimits = openMemberLimits(ground, { wallet: wallet.service });
  const book = openBook(ground, {
    wallet: wallet.service,
    houseTexts: houseTexts.service,
    memberLimits: memberLimits.service,
    failpoint,
    isUnsigned,
  });
  const play = openPlay(ground, {
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
  const rewards = openRewards(ground, { wallet: wallet.service, play: play.service });
  const team = openTeam(ground, {
    wallet: wallet.service,
    members: members.service,
    play: play.service,
    rewards: rewards.service,
    payments: paymentRecords,
  });
  const cashier = await openCashier(ground, {
    wallet: wallet.service,
    members: members.service,
    play: play.service,
    rewards: rewards.service,
    uploads: uploads.service,
    records: book.service.records,
  });
  const liabilities = await openLiabilities(ground, {
    audit: audit.service,
    cashier: cashier.service,
    uploads: uploads.service,
  });
  const house = openHouse(ground, {
    book: book.service,
    liabilities: liabilities.service,
    publicLog: publicLog.service,
    owners: () => readOwnerAlone(ground.connections.calls.pool, ground.clock.now()),
  });
  const messages = openMessages(ground, {
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
  const profile = openProfile(ground, {
    members: members.service,
    wallet: wallet.service,
    turnovers: cashier.service.turnovers,
    play: play.service,
    rewards: rewards.service,
    team: team.service,
    messages: messages.service,
    book: book.service,
  });
  const feed = await openFeed(ground, { events: book.service.events });
  const football = openFootball(ground, { book: book.service });
  const office = openOffice(ground, {
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
  } satisfies Record<string, Room>;
};

/** The open rooms, by name. */
export type Rooms = Awaited<ReturnType<typeof openRooms>>;
