import { dayIn } from '@touchline/locales/format-time';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { PaidDay } from '../commission/pay.ts';
import type { ClosePoint } from '../commission/points.ts';
import { createClose } from '../commission/service.ts';
import { bookedOf, findCommission, listCommission } from '../commission/commission.ts';
import { createTeamDesk } from './desk/service.ts';
import { createDevices } from './devices.ts';
import { inviteLink, readLevels } from './domain.ts';
import { generationsOf, refreshRecharged } from './facts.ts';
import { decideFlag, flagsOf, listFlags, raiseFlags } from './flags.ts';
import { currentLevel, teamInfo, teamList } from './overview.ts';
import type { BetsOfTeams, MoneyOfTeams, Person } from './ports.ts';
import { createRules } from './rules.ts';
import { joinTeam, leadersOf } from './tree.ts';
import type { Owner } from '../../core/owner.ts';

export type TeamOptions = {
  pool: pg.Pool;
  /** For sums over many rows; without it the same. */
  background?: pg.Pool;
  wallet: Pick<Wallet, 'payMany' | 'recover' | 'moveHouse'>;
  config: { TEAM_LEVELS: string; SITE_TIME_ZONE: string };
  currency: Currency;
  clock: Clock;
  /** Hashes the names of devices; the same in all processes. */
  secret: Uint8Array;
  bets: BetsOfTeams;
  money: MoneyOfTeams;
  /** Other members with the same name and birth date. */
  samePerson: (owner: Owner) => Promise<string[]>;
  /** Members by id, for their leaders. */
  people: (ids: readonly string[]) => Promise<ReadonlyMap<string, Person>>;
  /** Members' VIP levels by id; who has none is missing. */
  vipLevels: (owners: readonly Owner[]) => Promise<ReadonlyMap<string, number>>;
  /** Which of some members may not play now: they are paid nothing, and not asked to invite anyone. */
  restricted: (memberIds: readonly string[], on?: Queryable) => Promise<ReadonlySet<string>>;
  bus: Pick<Bus, 'publish' | 'publishAndWait'>;
  /** Called at each point of a closing; for tests that end it there. */
  at?: ClosePoint;
};

export type Team = ReturnType<typeof createTeam>;

/** Teams: who invited whom, team levels, and the commission of leaders. */
export const createTeam = (options: TeamOptions) => {
  const { pool, wallet, config, currency, clock, bets, money, people, restricted, bus } = options;
  const { background = pool } = options;
  const { scale } = currency;
  const timeZone = config.SITE_TIME_ZONE;
  const rules = createRules({
    pool,
    defaults: readLevels(config.TEAM_LEVELS),
    scale,
    timeZone,
    now: () => clock.now(),
  });
  const devices = createDevices({ secret: options.secret, timeZone });
  const refresh = (): Promise<void> => refreshRecharged(background, { money, bets });
  const rulesNow = () => rules.on(dayIn(clock.now(), timeZone));

  /** Announces news to leaders, all of one transaction at once. */
  const onPaid = async (paid: readonly PaidDay[]): Promise<void> => {
    for (const { shard, memberId } of paid) bus.publish('walletMoved', { shard, memberId });
    await bus.publishAndWait(
      'lettersDue',
      paid.map(({ shard, memberId, id, day, run, amountMinor }) => ({
        shard,
        memberId,
        template: 'commission_paid',
        about: `${id}:${run}`,
        link: '/pages/information/team',
        fields: { amount: formatAmount(amountMinor, scale), day },
      })),
    );
  };

  const close = createClose({
    pool: background,
    wallet,
    rules,
    bets,
    refresh,
    restricted,
    currency: currency.code,
    timeZone,
    onPaid,
    at: options.at,
  });

  return {
    rules,
    /** What operators read. */
    desk: createTeamDesk({ pool, background, rulesNow, scale }),
    /** Puts a new member below its inviter and notes its device, within the transaction that opens the account. */
    onJoined: async (
      client: Queryable,
      joined: Owner & { inviterId: string | undefined; device: string | undefined; now: Date },
    ): Promise<void> => {
      if (joined.inviterId !== undefined) await joinTeam(client, joined, joined.inviterId);
      if (joined.device !== undefined) await devices.see(client, joined, joined.device, joined.now);
    },
    /** Looks for others of the team with the same name and birth date; after a member has submitted a name. */
    onName: async (owner: Owner): Promise<void> =>
      raiseFlags(pool, owner, await options.samePerson(owner), { reason: 'same_person', timeZone }),
    /** Notes the device a member has signed in from. */
    onDevice: ({ device, ...owner }: Owner & { device: string }): Promise<void> =>
      transaction(pool, (client) => devices.see(client, owner, device, clock.now())),
    /** Looks for others of the team with the same payout method; after a member has saved one. */
    onMethod: async (owner: Owner): Promise<void> => {
      const others = await money.sharedMethods(owner);
      await raiseFlags(pool, owner, others, { reason: 'same_payment', timeZone });
    },

    /** The team level of a member, by the conditions that count today. */
    level: async (owner: Owner): Promise<number> => currentLevel(pool, owner, (await rulesNow()).levels),
    rulesNow,

    invite: async (owner: Owner, caller: { protocol: string; host: string }) => {
      const person = (await people([owner.memberId])).get(owner.memberId);
      if (person === undefined) throw new Error('A member who is not there');
      const link = inviteLink(caller, person.invitation_code);
      const generations = await generationsOf(pool, owner, [0n, 0n, 0n]);
      const booked = await bookedOf(pool, owner);
      return {
        code: person.invitation_code,
        link,
        qr: link,
        people: generations.reduce((sum, one) => sum + one.people, 0),
        bonus: formatAmount(
          booked.values().reduce((sum, one) => sum + one, 0n),
          scale,
        ),
        open: !(await restricted([owner.memberId])).has(owner.memberId),
      };
    },
    info: async (owner: Owner) => teamInfo(pool, owner, { levels: (await rulesNow()).levels, scale }),
    list: async (owner: Owner, page: { generation: number; limit: number; offset: number }) => {
      const { levels } = await rulesNow();
      return teamList(pool, owner, page, { levels, scale, people, vipLevels: options.vipLevels });
    },
    commissions: (owner: Owner, page: { limit: number; offset: number }) =>
      listCommission(pool, owner, { ...page, scale }),
    /** @returns undefined when there is none of that id */
    commission: (owner: Owner, id: string) => findCommission(pool, owner, id, scale),

    /** The team of a member: its totals, the leaders above, and flags on the member's own invitation. */
    place: async (owner: Owner) => ({
      info: await teamInfo(pool, owner, { levels: (await rulesNow()).levels, scale }),
      leaders: (await leadersOf(pool, owner)).map(({ memberId }) => memberId),
      flags: await flagsOf(pool, owner),
    }),

    flags: {
      /** Flags on the member's own invitation, newest first. */
      of: (owner: Owner) => flagsOf(pool, owner),
      list: (state: Parameters<typeof listFlags>[1], page: { limit: number; offset: number }) =>
        listFlags(pool, state, page),
      /** @throws Refused `not_found`, `decided_already` */
      decide: (
        of: Parameters<typeof decideFlag>[1],
        note: Parameters<typeof decideFlag>[2],
      ): ReturnType<typeof decideFlag> => decideFlag(pool, of, note),
    },

    /** Brings what members recharged up to date. */
    refresh,
    /** Closes the days that are over; see createClose. */
    close: close.run,
    /** Forgets what no longer counts. */
    tidy: (): Promise<void> => devices.forget(pool, clock.now()),
  };
};
