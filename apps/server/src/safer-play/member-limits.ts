import type pg from 'pg';
import { dayMs } from '@touchline/contract/durations';
import type { Wallet } from '../ledger/index.ts';
import type { Calendar } from './calendar.ts';
import { judgeStake, type AgainstStake, type Settings, type StakeLimit } from './judge.ts';
import { holdOf, selectLimits, selectPlay } from './queries.ts';
import { addEntry, forgetBefore, noSums, windowFrom, type Sums } from './sums.ts';
import type { Owner } from '../core/owner.ts';

/** What one process has in memory about a member. */
type Snapshot = {
  gate: bigint;
  settings: Settings;
  /** The version of the wallet up to which the sums are counted; absent for a member without limits on them. */
  counted?: { version: bigint; sums: Sums } | undefined;
};

type LimitVerdict = { gate: bigint; counted: bigint | null; against?: AgainstStake | undefined };

export type MemberLimits = {
  judge(owner: Owner, stakeMinor: bigint, now: Date, returnedMinor?: bigint): LimitVerdict;
  renew(owner: Owner): Promise<void>;
  placed(owner: Owner, bet: { id: string; version: bigint; stakeMinor: bigint; at: Date }): void;
};

const free: LimitVerdict = { gate: 0n, counted: null };
/** Members kept in memory: those who have set something and bet lately. */
const knownMax = 20_000;

/**
 * Keeps the limits and restrictions of members in memory. Members who have never set anything are not in it and cost no query.
 * The memory may be out of date, so the statement that writes a bet checks gate and version and asks for a renewal.
 */
export const createMemberLimits = ({
  pool,
  wallet,
  calendar,
  scale,
  now,
}: {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'gate' | 'playEntries'>;
  calendar: Calendar;
  scale: number;
  now: () => Date;
}): MemberLimits => {
  const memory = new Map<string, Snapshot>();
  const keep = (memberId: string, known: Snapshot): void => {
    // A map keeps the order of insertion, so the first entry is the one that was renewed longest ago.
    memory.delete(memberId);
    memory.set(memberId, known);
    if (memory.size <= knownMax) return;
    const [oldest] = memory.keys();
    if (oldest !== undefined) memory.delete(oldest);
  };

  const readSettings = async (owner: Owner): Promise<Settings> => {
    const [row, limits] = await Promise.all([selectPlay(pool, owner), selectLimits(pool, owner)]);
    return {
      hold: holdOf(row),
      reality: row?.reality_minutes
        ? { minutes: row.reality_minutes, seenAt: row.reality_seen_at }
        : undefined,
      limits: limits.flatMap(({ kind, period, amount }): StakeLimit[] =>
        kind === 'deposit' || amount === null ? [] : [{ kind, period, amountMinor: amount }],
      ),
    };
  };

  return {
    judge(owner, stakeMinor, at, returnedMinor = 0n) {
      const known = memory.get(owner.memberId);
      if (!known) return free;
      const { gate, settings, counted } = known;
      const against = judgeStake(settings, counted?.sums, {
        stakeMinor,
        returnedMinor,
        now: at,
        calendar,
        scale,
      });
      return { gate, counted: counted?.version ?? null, against };
    },

    async renew(owner) {
      const { memberId } = owner;
      for (;;) {
        // The gate is read first: newer settings are detected when a bet is written, older ones would not be.
        const at = await wallet.gate(owner);
        if (!at || at.gate === 0n) {
          memory.delete(memberId);
          return;
        }
        const settings = await readSettings(owner);
        if (settings.limits.length === 0 && !settings.reality) {
          keep(memberId, { gate: at.gate, settings });
          return;
        }
        const before = memory.get(memberId)?.counted;
        const from = windowFrom(calendar.dayOf(now()));
        // One day more, because a session may have begun before midnight.
        const since = new Date(calendar.startOf(from).getTime() - dayMs);
        const entries = await wallet.playEntries(
          owner,
          before ? { after: before.version, upTo: at.version } : { upTo: at.version, since },
        );
        // No await from here on. Another call may have counted some of these entries in the meantime.
        const current = memory.get(memberId)?.counted;
        if (current !== before || (before && before.version > at.version)) {
          // A restored database may be older than what was counted, so the count starts again.
          if (current === before) memory.delete(memberId);
          continue;
        }
        const sums = before?.sums ?? noSums();
        for (const entry of entries) addEntry(sums, entry, calendar);
        forgetBefore(sums, calendar.dayOf(since));
        keep(memberId, { gate: at.gate, settings, counted: { version: at.version, sums } });
        return;
      }
    },

    placed({ memberId }, { id, version, stakeMinor, at }) {
      const known = memory.get(memberId);
      if (known?.counted?.version !== version - 1n) return;
      const { sums } = known.counted;
      addEntry(sums, { version, kind: 'stake', amountMinor: -stakeMinor, ref: id, at }, calendar);
      memory.set(memberId, { ...known, counted: { version, sums } });
    },
  };
};
