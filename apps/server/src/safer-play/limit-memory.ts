import type pg from 'pg';
import { dayMs } from '@touchline/contract/durations';
import type { LimitVerdict, MemberLimits } from '../betting/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Context } from '../core/module.ts';
import type { Wallet } from '../ledger/index.ts';
import { createCalendar, type Calendar } from './calendar.ts';
import { judgeStake, type Settings, type StakeLimit } from './judge.ts';
import { holdOf, selectLimits, selectPlay } from './queries.ts';
import { addEntry, forgetBefore, noSums, windowFrom, type StakeSums } from './sums.ts';
import type { Owner } from '../core/owner.ts';

/** What one process has in memory about a member. */
type Snapshot = {
  gate: bigint;
  settings: Settings;
  /** Absent for a member without limits on sums. */
  counted?: Counted | undefined;
};

/** The sums of a member, and the version of the wallet up to which they are counted. */
type Counted = { version: bigint; sums: StakeSums };

const free: LimitVerdict = { gate: 0n, counted: null };
/** Members kept in memory: those who have set something and bet lately. */
const knownMax = 20_000;

/**
 * Keeps the limits and restrictions of members in memory. Members who have never set anything are not in it and cost no query.
 * The memory may be out of date, so the statement that writes a bet checks gate and version and asks for a renewal.
 */
export class LimitMemory implements MemberLimits {
  readonly #pool: pg.Pool;
  readonly #wallet: Wallet;
  readonly #clock: Clock;
  readonly #scale: number;
  readonly #calendar: Calendar;
  readonly #known = new Map<string, Snapshot>();

  constructor({ connections, config, clock, currency }: Context, wallet: Wallet) {
    this.#pool = connections.calls.pool;
    this.#wallet = wallet;
    this.#clock = clock;
    this.#scale = currency.scale;
    this.#calendar = createCalendar(config.SITE_TIME_ZONE);
  }

  /**
   * Judges from memory, without a query.
   * @param stakeMinor of the whole bet, in minor units
   * @param returnedMinor what another bet brings back in the same transaction, in minor units
   */
  judge(owner: Owner, stakeMinor: bigint, now: Date, returnedMinor = 0n): LimitVerdict {
    const known = this.#known.get(owner.memberId);
    if (!known) return free;
    const { gate, settings, counted } = known;
    const against = judgeStake(settings, counted?.sums, {
      stakeMinor,
      returnedMinor,
      now,
      calendar: this.#calendar,
      scale: this.#scale,
    });
    return { gate, counted: counted?.version ?? null, against };
  }

  /** Reads a member's limits again, because memory was out of date. */
  async renew(owner: Owner): Promise<void> {
    const { memberId } = owner;
    for (;;) {
      // The gate is read first: newer settings are detected when a bet is written, older ones would not be.
      const at = await this.#wallet.gate(owner);
      if (!at || at.gate === 0n) {
        this.#known.delete(memberId);
        return;
      }
      const settings = await this.#readSettings(owner);
      if (settings.limits.length === 0 && !settings.reality) {
        this.#keep(memberId, { gate: at.gate, settings });
        return;
      }
      const before = this.#known.get(memberId)?.counted;
      const from = windowFrom(this.#calendar.dayOf(this.#clock.now()));
      // One day more, because a session may have begun before midnight.
      const since = new Date(this.#calendar.startOf(from).getTime() - dayMs);
      const entries = await this.#wallet.playEntries(
        owner,
        before ? { after: before.version, upTo: at.version } : { upTo: at.version, since },
      );
      // No await from here on. Another call may have counted some of these entries in the meantime.
      if (!this.#isCurrent(memberId, before, at.version)) continue;
      const sums = before?.sums ?? noSums();
      for (const entry of entries) addEntry(sums, entry, this.#calendar);
      forgetBefore(sums, this.#calendar.dayOf(since));
      this.#keep(memberId, { gate: at.gate, settings, counted: { version: at.version, sums } });
      return;
    }
  }

  /** Counts a placed bet, after which the wallet has this version. */
  placed(
    { memberId }: Owner,
    { id, version, stakeMinor, at }: { id: string; version: bigint; stakeMinor: bigint; at: Date },
  ): void {
    const known = this.#known.get(memberId);
    if (known?.counted?.version !== version - 1n) return;
    const { sums } = known.counted;
    addEntry(sums, { version, kind: 'stake', amountMinor: -stakeMinor, ref: id, at }, this.#calendar);
    this.#known.set(memberId, { ...known, counted: { version, sums } });
  }

  /** Whether entries up to a version may be added to what was counted before they were read. */
  #isCurrent(memberId: string, before: Counted | undefined, version: bigint): boolean {
    if (this.#known.get(memberId)?.counted !== before) return false;
    if (before === undefined || before.version <= version) return true;
    // A restored database may be older than what was counted, so the count starts again.
    this.#known.delete(memberId);
    return false;
  }

  async #readSettings(owner: Owner): Promise<Settings> {
    const [row, limits] = await Promise.all([selectPlay(this.#pool, owner), selectLimits(this.#pool, owner)]);
    return {
      hold: holdOf(row),
      reality: row?.reality_minutes
        ? { minutes: row.reality_minutes, seenAt: row.reality_seen_at }
        : undefined,
      limits: limits.flatMap(({ kind, period, amount }): StakeLimit[] =>
        kind === 'deposit' || amount === null ? [] : [{ kind, period, amountMinor: amount }],
      ),
    };
  }

  #keep(memberId: string, snapshot: Snapshot): void {
    // A map keeps the order of insertion, so the first entry is the one that was renewed longest ago.
    this.#known.delete(memberId);
    this.#known.set(memberId, snapshot);
    if (this.#known.size <= knownMax) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
