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
import { dayBefore, nextDayAt } from './days.ts';
import { firstOfRun, rewardOf, streakOn, type StreakState } from './domain.ts';
import * as queries from './queries.ts';
import type { Owner } from '../../core/owner.ts';

export type CheckInOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'post'>;
  currency: Currency;
  clock: Clock;
  /** In which the days of the site begin. */
  timeZone: string;
  /** Rewards of the seven days by the rules of a day, minor units; none: there is no check-in. */
  scaleOn: (day: string, on?: Queryable) => Promise<readonly bigint[]>;
  /** What a member's level makes of a reward, in percent. */
  percentOf: (owner: Owner) => Promise<number>;
  /** What keeps a member from rewards. */
  restrictionOf: (owner: Owner) => Promise<Restriction | undefined>;
  bus: Pick<Bus, 'publish'>;
};

/** What a check-in gave. */
type CheckedIn = Omit<Output<'checkIn'>, 'receipts'>;

export type CheckIns = {
  /** @throws Refused `checked_in`, `excluded`, `check_in_closed` */
  checkIn(owner: Owner, key: string): Promise<CheckedIn>;
  /** The key of the entry in the wallet that a check-in was given by; undefined where it gave none. */
  entryKeyOf(owner: Owner, key: string): Promise<string | undefined>;
  /** @param month "2026-06"; this month without it */
  info(owner: Owner, month?: string): Promise<Output<'checkInInfo'>>;
  /** What levels added to the scale for check-ins of some days; older check-ins, without a record of it, are left out. */
  extra(span: { from: string; to: string }): Promise<{ checkIns: number; extraMinor: bigint }>;
  /** What the home page shows. */
  brief(owner: Owner): Promise<Output<'home'>['checkIn']>;
};

const entryKey = (day: string): string => `check_in:${day}`;

/** The daily check-in. Each day is rewarded once, for any number of keys and devices. */
export const createCheckIns = (options: CheckInOptions): CheckIns => {
  const { pool, wallet, currency, clock, timeZone, scaleOn } = options;
  const text = (minor: bigint): string => formatAmount(minor, currency.scale);
  const today = (): string => localTime(clock.now(), timeZone).date;

  const answer = (stored: queries.StoredCheckIn): CheckedIn => {
    if (stored.reward === null) throw new Refused('checked_in');
    return { reward: text(stored.reward), streak: stored.streak, balance: text(stored.balance) };
  };

  const judge = async (owner: Owner): Promise<void> => {
    const restriction = await options.restrictionOf(owner);
    if (restriction !== undefined) {
      const { kind, until } = restriction;
      throw new Refused('excluded', { restriction: kind, until });
    }
  };

  /** The scale of a run is that of its first day, even if rules change in the meantime; without one, the scale of the day. */
  const scaleOfRun = async (day: string, streak: number, on?: Queryable): Promise<readonly bigint[]> => {
    const first = await scaleOn(firstOfRun(day, streak, timeZone), on);
    return first.length > 0 || streak <= 1 ? first : scaleOn(day, on);
  };

  /** Writes key, run, ledger entry and reward in one transaction. */
  const take = (
    owner: Owner,
    { key, day, percent }: { key: string; day: string; percent: number },
  ): Promise<{ stored: queries.StoredCheckIn; moved: boolean }> =>
    transaction(pool, async (client) => {
      if (!(await queries.claimKey(client, owner, { key, day }))) {
        const stored = await queries.selectByKey(client, owner, key);
        if (stored === undefined) throw new Error('A key that is taken and is not there');
        return { stored, moved: false };
      }
      const streak = await queries.advanceRun(client, owner, { day, before: dayBefore(day, timeZone) });
      if (streak === undefined) return { stored: { reward: null }, moved: false };
      const scale = await scaleOfRun(day, streak, client);
      if (scale.length === 0) throw new Refused('check_in_closed');
      const ordinary = scale[streak - 1] ?? 0n;
      const reward = rewardOf(ordinary, percent);
      const [posted] = await wallet.post(
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
      const given = { reward, streak, balance: posted.availableAfter };
      await queries.writeGiven(client, owner, key, given);
      await queries.addToSum(client, owner, { day, extraMinor: reward - ordinary });
      return { stored: given, moved: true };
    });

  const streakState = async (
    owner: Owner,
    day: string,
  ): Promise<{ state: StreakState & { open: boolean }; scale: readonly bigint[] }> => {
    const [run, restriction] = await Promise.all([
      queries.selectRun(pool, owner),
      options.restrictionOf(owner),
    ]);
    const state = streakOn(run, day, timeZone);
    const { today: taken, streak } = state;
    const scale = await scaleOfRun(day, taken ? streak : streak + 1);
    return { state: { ...state, open: scale.length > 0 && restriction === undefined }, scale };
  };

  return {
    async checkIn(owner, key) {
      const before = await queries.selectByKey(pool, owner, key);
      if (before !== undefined) return answer(before);
      await judge(owner);
      const percent = await options.percentOf(owner);
      const day = today();
      const { stored, moved } = await withRetry(() => take(owner, { key, day, percent }));
      if (moved) options.bus.publish('walletMoved', owner);
      return answer(stored);
    },

    async entryKeyOf(owner, key) {
      const day = await queries.selectDayByKey(pool, owner, key);
      return day === undefined ? undefined : entryKey(day);
    },

    async info(owner, asked) {
      const now = clock.now();
      const date = localTime(now, timeZone).date;
      const month = asked ?? date.slice(0, 7);
      if (month < '0001') throw new Refused('validation', { rules: { month: 'range' } });
      const [{ state, scale }, percent, days] = await Promise.all([
        streakState(owner, date),
        options.percentOf(owner),
        queries.selectMonth(pool, owner, `${month}-01`),
      ]);
      return {
        ...state,
        scale: scale.map((minor) => text(rewardOf(minor, percent))),
        month,
        days: days.map(({ day, reward }) => ({ day, reward: text(reward) })),
        date,
        nextAt: nextDayAt(now, timeZone).toISOString(),
      };
    },

    extra: (span) => queries.selectSums(pool, span),

    async brief(owner) {
      const { state } = await streakState(owner, today());
      const { today: taken, streak, open } = state;
      return { today: taken, streak, open };
    },
  };
};
