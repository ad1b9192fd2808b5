import type { TeamInfo } from '@touchline/contract/shapes/team';
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
import { CommissionClosing } from '../commission/service.ts';
import { bookedOf, findCommission, listCommission } from '../commission/commission.ts';
import { TeamDesk } from './desk/service.ts';
import { TeamDevices } from './devices.ts';
import { inviteLink, readLevels } from './domain.ts';
import { generationsOf, refreshRecharged } from './facts.ts';
import { raiseFlags, TeamFlags } from './flags.ts';
import { currentLevel, teamInfo, teamList } from './overview.ts';
import type { BetsOfTeams, MoneyOfTeams, Person } from './ports.ts';
import { TeamRuleVersions } from './rules.ts';
import { joinTeam, leadersOf } from './tree.ts';
import type { Owner } from '../../core/owner.ts';

export type TeamsOptions = {
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

/** Teams: who invited whom, team levels, and the commission of leaders. */
export class Teams {
  readonly rules: TeamRuleVersions;
  readonly flags: TeamFlags;
  /** What operators read. */
  readonly desk: TeamDesk;
  readonly #options: TeamsOptions & { background: pg.Pool };
  readonly #scale: number;
  readonly #timeZone: string;
  readonly #devices: TeamDevices;
  readonly #closing: CommissionClosing;

  constructor({ background, ...options }: TeamsOptions) {
    const { pool, wallet, config, currency, clock, secret, bets, restricted } = options;
    const { scale } = currency;
    const timeZone = config.SITE_TIME_ZONE;
    this.#options = { ...options, background: background ?? pool };
    this.#scale = scale;
    this.#timeZone = timeZone;
    this.rules = new TeamRuleVersions({
      pool,
      defaults: readLevels(config.TEAM_LEVELS),
      scale,
      timeZone,
      now: () => clock.now(),
    });
    this.flags = new TeamFlags(pool);
    this.desk = new TeamDesk({ pool, background: background ?? pool, rules: this.rules, scale });
    this.#devices = new TeamDevices({ secret, timeZone });
    this.#closing = new CommissionClosing({
      pool: background ?? pool,
      wallet,
      rules: this.rules,
      bets,
      refresh: () => this.refresh(),
      restricted,
      currency: currency.code,
      timeZone,
      onPaid: (paid) => this.#tellPaid(paid),
      at: options.at ?? (() => undefined),
    });
  }

  /** Puts a new member below its inviter and notes its device, within the transaction that opens the account. */
  async onJoined(
    client: Queryable,
    joined: Owner & { inviterId: string | undefined; device: string | undefined; now: Date },
  ): Promise<void> {
    if (joined.inviterId !== undefined) await joinTeam(client, joined, joined.inviterId);
    if (joined.device !== undefined) await this.#devices.see(client, joined, joined.device, joined.now);
  }

  /** Looks for others of the team with the same name and birth date; after a member has submitted a name. */
  async onName(owner: Owner): Promise<void> {
    const { pool, samePerson } = this.#options;
    const others = await samePerson(owner);
    await raiseFlags(pool, owner, others, { reason: 'same_person', timeZone: this.#timeZone });
  }

  /** Notes the device a member has signed in from. */
  onDevice({ device, ...owner }: Owner & { device: string }): Promise<void> {
    const { pool, clock } = this.#options;
    return transaction(pool, (client) => this.#devices.see(client, owner, device, clock.now()));
  }

  /** Looks for others of the team with the same payout method; after a member has saved one. */
  async onMethod(owner: Owner): Promise<void> {
    const { pool, money } = this.#options;
    const others = await money.sharedMethods(owner);
    await raiseFlags(pool, owner, others, { reason: 'same_payment', timeZone: this.#timeZone });
  }

  /** The team level of a member, by the conditions that count today. */
  async level(owner: Owner): Promise<number> {
    return currentLevel(this.#options.pool, owner, (await this.rules.today()).levels);
  }

  /** What a member invites with, and what that has brought. */
  async invite(owner: Owner, caller: { protocol: string; host: string }) {
    const { pool, people, restricted } = this.#options;
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
        this.#scale,
      ),
      open: !(await restricted([owner.memberId])).has(owner.memberId),
    };
  }

  /** Totals of a leader's team, of its generations, and the progress to the next level. */
  async info(owner: Owner): Promise<TeamInfo> {
    const { levels } = await this.rules.today();
    return teamInfo(this.#options.pool, owner, { levels, scale: this.#scale });
  }

  /** A page of a generation. */
  async list(owner: Owner, page: { generation: number; limit: number; offset: number }) {
    const { pool, people, vipLevels } = this.#options;
    const { levels } = await this.rules.today();
    return teamList(pool, owner, page, { levels, scale: this.#scale, people, vipLevels });
  }

  /** A leader's days, newest first. */
  commissions(owner: Owner, page: { limit: number; offset: number }) {
    return listCommission(this.#options.pool, owner, { ...page, scale: this.#scale });
  }

  /** @returns undefined when there is none of that id */
  commission(owner: Owner, id: string) {
    return findCommission(this.#options.pool, owner, id, this.#scale);
  }

  /** The team of a member: its totals, the leaders above, and flags on the member's own invitation. */
  async place(owner: Owner) {
    return {
      info: await this.info(owner),
      leaders: (await leadersOf(this.#options.pool, owner)).map(({ memberId }) => memberId),
      flags: await this.flags.of(owner),
    };
  }

  /** Brings what members recharged up to date. */
  refresh(): Promise<void> {
    const { background, money, bets } = this.#options;
    return refreshRecharged(background, { money, bets });
  }

  /** Closes the days that are over; see CommissionClosing. */
  close(): Promise<string[]> {
    return this.#closing.run();
  }

  /** Forgets what no longer counts. */
  tidy(): Promise<void> {
    const { pool, clock } = this.#options;
    return this.#devices.forget(pool, clock.now());
  }

  /** Announces paid commission to leaders, all of one transaction at once. */
  async #tellPaid(paid: readonly PaidDay[]): Promise<void> {
    const { bus } = this.#options;
    for (const { shard, memberId } of paid) bus.publish('walletMoved', { shard, memberId });
    await bus.publishAndWait(
      'lettersDue',
      paid.map(({ shard, memberId, id, day, run, amountMinor }) => ({
        shard,
        memberId,
        template: 'commission_paid',
        about: `${id}:${run}`,
        link: '/pages/information/team',
        fields: { amount: formatAmount(amountMinor, this.#scale), day },
      })),
    );
  }
}
