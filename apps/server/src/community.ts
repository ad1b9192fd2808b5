import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Greet } from './book/events/routes.ts';
import { feesSaved } from './cashier/service.ts';
import { createTurnoverSums } from './book/records/turnover.ts';
import { officeInboxHandlers } from './office/message-routes.ts';
import { inboxHandlers } from './messages/routes.ts';
import { createInbox } from './messages/service.ts';
import type { Play } from './play/service.ts';
import type { Members, MembersOptions } from './members/service.ts';
import { officeRewardHandlers } from './office/growth/reward-routes.ts';
import { officeOutboxHandlers } from './office/outbox-routes.ts';
import { officeTeamHandlers, type OfficeOfTeams } from './office/team-routes.ts';
import { openTeam } from './open-team.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Routine } from './platform/jobs.ts';
import type { SendLetter } from './platform/letters.ts';
import type { LiveHub } from './platform/live/hub.ts';
import type { Log } from './platform/log.ts';
import { openOutbox } from './platform/outbox/open.ts';
import type { CodeConsole } from './platform/outbox/service.ts';
import { pushContact, videoHosts } from './platform/settings/inbox.ts';
import type { Waiting } from './platform/waiting.ts';
import { rewardHandlers } from './rewards/routes.ts';
import { createRewards, type Rewards } from './rewards/service.ts';
import { teamHandlers } from './team/routes.ts';
import type { Team } from './team/service.ts';
import type { Pictures } from './uploads/pictures.ts';
import type { Wallet } from './wallet/service.ts';
import type { Owner } from './platform/owner.ts';

/** The handlers of these rooms. */
type Handled = ReturnType<typeof inboxHandlers> &
  ReturnType<typeof officeInboxHandlers> &
  ReturnType<typeof officeOutboxHandlers> &
  ReturnType<typeof rewardHandlers> &
  ReturnType<typeof teamHandlers> &
  ReturnType<typeof officeTeamHandlers> &
  ReturnType<typeof officeRewardHandlers>;

/** What surrounds betting and money: messages out, teams, rewards and the inbox, put together with safer play. */
export type Community = {
  /** What the members' room asks and tells. */
  hooks: Pick<MembersOptions, 'standing' | 'onJoined' | 'onDevice' | 'outbox' | 'sendLetter'>;
  greet: Greet;
  sendLetter: SendLetter;
  /** The same, to be waited for: whether it was written, or one about the same was before. */
  writeLetter: (...given: Parameters<SendLetter>) => Promise<boolean>;
  /** Told of a member who has saved a payout method. */
  onMethod: (owner: Owner) => Promise<void>;
  rewards: Rewards;
  /** What waits for operators: flags of teams, and proposed rules of each room. */
  waits: {
    flags: Team['flags'];
    proposals: { team: () => Promise<Waiting>; rewards: () => Promise<Waiting> };
  };
  /** Where a member stands in the team. */
  teamPlace: Team['place'];
  teamFlags: Team['flags']['of'];
  handlers: Handled;
  routines: readonly Routine[];
  /** Waits for letters under way; before the database closes. */
  drain: () => Promise<void>;
};

export type CommunityOptions = {
  pool: pg.Pool;
  /** For sums over many rows. */
  background: pg.Pool;
  wallet: Wallet;
  config: Config;
  currency: Currency;
  clock: Clock;
  secret: Uint8Array;
  log: Log;
  live: LiveHub;
  play: Play;
  /** Takes codes that no carrier sends; without it they are printed. */
  console?: CodeConsole | undefined;
  /** Members by id. The members' room and the office are made later, and only called later. */
  people: Members['byIds'];
  office: OfficeOfTeams;
  pictures: Pictures;
  /** Told of a wallet that moved, after it is on the disk. */
  onMoved: (owner: Owner) => void;
};

export const createCommunity = (options: CommunityOptions): Community => {
  const { pool, config, currency, clock, log, play, people, office, pictures } = options;
  const restricted: Play['restricted'] = (ids, on) => play.restricted(ids, on);
  const outbox = openOutbox({ pool, clock, log, config, secret: options.secret, console: options.console });
  const inbox = createInbox({
    pool,
    live: options.live,
    clock,
    log,
    membersById: people,
    restricted,
    audit: office.audit,
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
  });
  const sendLetter = inbox.letters.send;
  const turnoverSums = createTurnoverSums(pool);
  const rewards = createRewards({
    pool,
    wallet: options.wallet,
    config,
    currency,
    clock,
    onMoved: options.onMoved,
    sendLetter,
    restrictionOf: (owner) => play.restrictionOf(owner),
    turnoverOf: (owners) => turnoverSums.of(owners),
  });
  const team = openTeam({
    ...options,
    sendLetters: (letters) =>
      inbox.letters
        .writeAll(letters)
        .catch((error: unknown) => log.error({ err: error }, 'letters of commission were not written')),
    restricted,
    vipLevels: (owners) => rewards.vip.vipLevels(owners.map(({ memberId }) => memberId)),
  });
  return {
    hooks: {
      outbox,
      sendLetter,
      onJoined: team.onJoined,
      // The member is signed in whatever becomes of the look at the team.
      onDevice: (seen) =>
        team.onDevice(seen).catch((error: unknown) => log.error({ err: error }, 'a device was not noted')),
      standing: async (owner) => {
        const [restriction, { level: vipLevel }, teamLevel] = await Promise.all([
          play.restrictionOf(owner),
          rewards.vip.termsOf(owner),
          team.level(owner),
        ]);
        return { vipLevel, teamLevel, ...(restriction ? { restriction } : {}) };
      },
    },
    greet: async ({ id: memberId, shard }, lan) => {
      const [words, checkIn] = await Promise.all([
        inbox.greet({ memberId, shard, lan }),
        rewards.checkIns.brief({ memberId, shard }),
      ]);
      return { ...words, checkIn };
    },
    sendLetter,
    writeLetter: inbox.letters.write,
    drain: inbox.letters.drain,
    // The method is saved whatever becomes of the look at the team.
    onMethod: (owner) =>
      team.onMethod(owner).catch((error: unknown) => log.error({ err: error }, 'a shared payout method')),
    rewards,
    handlers: {
      ...inboxHandlers({ inbox }),
      ...officeInboxHandlers({
        inbox,
        addPicture: pictures.add,
        namesOf: async (operators) => (await office.names({ operators, members: [] })).operators,
      }),
      ...officeOutboxHandlers({ pool, outbox, audit: office.audit }),
      ...rewardHandlers(rewards),
      ...teamHandlers({ team, currency }),
      ...officeRewardHandlers({
        rewards,
        office,
        wallet: options.wallet,
        clock,
        currency,
        timeZone: config.SITE_TIME_ZONE,
        feesSaved: (span) => feesSaved(options.background, span, config.SITE_TIME_ZONE),
      }),
      ...officeTeamHandlers({ team, office, wallet: options.wallet, clock, currency, restricted }),
    },
    waits: {
      flags: team.flags,
      proposals: { team: team.rules.waiting, rewards: rewards.rules.waiting },
    },
    teamPlace: team.place,
    teamFlags: team.flags.of,
    routines: [
      { name: 'outbox', everyMs: 1_000, run: outbox.sendDue },
      { name: 'tidy outbox', everyMs: 60_000, run: outbox.tidy },
      { name: 'limits ready', everyMs: 60_000, run: () => play.tellReady() },
      { name: 'stakes to return', everyMs: 5_000, run: () => play.finishReturns() },
      { name: 'inbox', everyMs: 1_000, run: inbox.poll },
      { name: 'pushes', everyMs: 1_000, run: inbox.push.run },
      { name: 'tidy inbox', everyMs: 3_600_000, run: inbox.tidy },
      { name: 'team recharges', everyMs: 30_000, run: team.refresh },
      { name: 'team commission', everyMs: 60_000, firstMs: 3_000, run: team.close },
      { name: 'sizes of teams', everyMs: 10_000, run: team.desk.rollUp },
      { name: 'tidy teams', everyMs: 3_600_000, run: team.tidy },
    ],
  };
};
