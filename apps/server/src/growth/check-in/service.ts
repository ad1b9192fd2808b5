import type { Output } from '@touchline/contract/routes';
import type { Restriction } from '@touchline/contract/shapes/play';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import { localTime } from '../../core/local-time.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { RewardRuleVersions } from '../rewards/rules.ts';
import type { Vip } from '../vip/service.ts';
import { dayBefore, nextDayAt } from './days.ts';
import { firstOfRun, rewardOf, streakOn, type StreakState } from './domain.ts';
import * as queries from './queries.ts';
import type { Owner } from '../../core/owner.ts';

/** What a check-in gave. */
type CheckedIn = Omit<Output<'checkIn'>, 'receipts'>;

const entryKey = (day: string): string => `check_in:${day}`;

/** The daily check-in. Each day is rewarded once, for any number of keys and devices. */
export class CheckIns {
  readonly #pool: pg.Pool;
  readonly #wallet: Pick<Wallet, 'post'>;
  readonly #currency: Currency;
  readonly #clock: Clock;
  readonly #timeZone: string;
  readonly #rules: RewardRuleVersions;
  readonly #vip: Vip;
  readonly #restrictionOf: (owner: Owner) => Promise<Restriction | undefined>;
  readonly #bus: Pick<Bus, 'publish'>;

  constructor(of: {
    pool: pg.Pool;
    wallet: Pick<Wallet, 'post'>;
    currency: Currency;
    clock: Clock;
    /** In which the days of the site begin. */
    timeZone: string;
    /** The scale of each day; an empty one: there is no check-in. */
    rules: RewardRuleVersions;
    /** A member's level adds to the reward. */
    vip: Vip;
    /** What keeps a member from playing. */
    restrictionOf: (owner: Owner) => Promise<Restriction | undefined>;
    bus: Pick<Bus, 'publish'>;
  }) {
    this.#pool = of.pool;
    this.#wallet = of.wallet;
    this.#currency = of.currency;
    this.#clock = of.clock;
    this.#timeZone = of.timeZone;
    this.#rules = of.rules;
    this.#vip = of.vip;
    this.#restrictionOf = of.restrictionOf;
    this.#bus = of.bus;
  }

  /** @throws Refused `checked_in`, `excluded`, `check_in_closed` */
  async checkIn(owner: Owner, key: string): Promise<CheckedIn> {
    const before = await queries.selectByKey(this.#pool, owner, key);
    if (before !== undefined) return this.#answer(before);
    await this.#assertFree(owner);
    const percent = await this.#percentOf(owner);
    const day = this.#today();
    const { stored, moved } = await withRetry(() => this.#take(owner, { key, day, percent }));
    if (moved) this.#bus.publish('walletMoved', owner);
    return this.#answer(stored);
  }

  /** The key of the entry in the wallet that a check-in was given by; undefined where it gave none. */
  async entryKeyOf(owner: Owner, key: string): Promise<string | undefined> {
    const day = await queries.selectDayByKey(this.#pool, owner, key);
    return day === undefined ? undefined : entryKey(day);
  }

  /** @param asked the month, "2026-06"; this month without it */
  async info(owner: Owner, asked?: string): Promise<Output<'checkInInfo'>> {
    const now = this.#clock.now();
    const date = localTime(now, this.#timeZone).date;
    const month = asked ?? date.slice(0, 7);
    if (month < '0001') throw new Refused('validation', { rules: { month: 'range' } });
    const [{ state, scale }, percent, days] = await Promise.all([
      this.#streakState(owner, date),
      this.#percentOf(owner),
      queries.selectMonth(this.#pool, owner, `${month}-01`),
    ]);
    return {
      ...state,
      scale: scale.map((minor) => this.#text(rewardOf(minor, percent))),
      month,
      days: days.map(({ day, reward }) => ({ day, reward: this.#text(reward) })),
      date,
      nextAt: nextDayAt(now, this.#timeZone).toISOString(),
    };
  }

  /** What levels added to the scale for check-ins of some days; older check-ins, without a record of it, are left out. */
  extra(span: { from: string; to: string }): Promise<{ checkIns: number; extraMinor: bigint }> {
    return queries.selectSums(this.#pool, span);
  }

  /** What the home page shows. */
  async brief(owner: Owner): Promise<Output<'home'>['checkIn']> {
    const { state } = await this.#streakState(owner, this.#today());
    const { today: taken, streak, open } = state;
    return { today: taken, streak, open };
  }

  /** Writes key, run, ledger entry and reward in one transaction. */
  #take(
    owner: Owner,
    { key, day, percent }: { key: string; day: string; percent: number },
  ): Promise<{ stored: queries.StoredCheckIn; moved: boolean }> {
    return transaction(this.#pool, async (client) => {
      if (!(await queries.claimKey(client, owner, { key, day }))) {
        const stored = await queries.selectByKey(client, owner, key);
        if (stored === undefined) throw new Error('A key that is taken and is not there');
        return { stored, moved: false };
      }
      const before = dayBefore(day, this.#timeZone);
      const streak = await queries.advanceRun(client, owner, { day, before });
      if (streak === undefined) return { stored: { reward: null }, moved: false };
      const scale = await this.#scaleOfRun(day, streak, client);
      if (scale.length === 0) throw new Refused('check_in_closed');
      const ordinary = scale[streak - 1] ?? 0n;
      const reward = rewardOf(ordinary, percent);
      const balance = await this.#credit(client, owner, { day, reward });
      const given = { reward, streak, balance };
      await queries.writeGiven(client, owner, key, given);
      await queries.addToSum(client, owner, { day, extraMinor: reward - ordinary });
      return { stored: given, moved: true };
    });
  }

  /** Books the reward of a day. @returns the balance after it, minor units */
  async #credit(
    client: pg.PoolClient,
    owner: Owner,
    { day, reward }: { day: string; reward: bigint },
  ): Promise<bigint> {
    const [posted] = await this.#wallet.post(
      [
        {
          ...owner,
          key: entryKey(day),
          kind: 'check_in',
          amountMinor: reward,
          counterAccount: 'promotions',
        },
      ],
      client,
    );
    if (posted?.outcome !== 'applied' || posted.replayed) {
      throw new Error(`The check-in of ${day} is in the ledger already, or has no wallet`);
    }
    return posted.availableAfter;
  }

  async #streakState(
    owner: Owner,
    day: string,
  ): Promise<{ state: StreakState & { open: boolean }; scale: readonly bigint[] }> {
    const [run, restriction] = await Promise.all([
      queries.selectRun(this.#pool, owner),
      this.#restrictionOf(owner),
    ]);
    const state = streakOn(run, day, this.#timeZone);
    const { today: taken, streak } = state;
    const scale = await this.#scaleOfRun(day, taken ? streak : streak + 1);
    return { state: { ...state, open: scale.length > 0 && restriction === undefined }, scale };
  }

  /** The scale of a run is that of its first day, even if rules change in the meantime; without one, the scale of the day. */
  async #scaleOfRun(day: string, streak: number, on?: Queryable): Promise<readonly bigint[]> {
    const first = await this.#rules.on(firstOfRun(day, streak, this.#timeZone), on);
    if (first.scaleMinor.length > 0 || streak <= 1) return first.scaleMinor;
    return (await this.#rules.on(day, on)).scaleMinor;
  }

  async #assertFree(owner: Owner): Promise<void> {
    const restriction = await this.#restrictionOf(owner);
    if (restriction === undefined) return;
    const { kind, until } = restriction;
    throw new Refused('excluded', { restriction: kind, until });
  }

  #answer(stored: queries.StoredCheckIn): CheckedIn {
    if (stored.reward === null) throw new Refused('checked_in');
    const { reward, streak, balance } = stored;
    return { reward: this.#text(reward), streak, balance: this.#text(balance) };
  }

  /** What a member's level makes of a reward, in percent. */
  async #percentOf(owner: Owner): Promise<number> {
    return (await this.#vip.termsOf(owner)).checkInPercent;
  }

  #today(): string {
    return localTime(this.#clock.now(), this.#timeZone).date;
  }

  #text(minor: bigint): string {
    return formatAmount(minor, this.#currency.scale);
  }
}
