import type { Database, Queryable } from './database.ts';
import { isAway, isSlow } from './faults.ts';
import type { Readiness } from './readiness.ts';

/**
 * Reads that a standby may answer: reports of the office and public pages, which may be some seconds old. Never money, and nothing that a
 * decision rests on: `testing/standby-reads.test.ts` lists who uses it.
 */
export type Reading = {
  /**
   * Runs a read on the standby; on the primary where there is no standby, where it is too far behind, and where it fails.
   * @param primary connections for that case
   * @param work reads only, and may be called twice
   */
  read<T>(primary: Queryable, work: (on: Queryable) => Promise<T>): Promise<T>;
};

/** All reads go to the primary. */
export const primaryAlone: Reading = { read: (primary, work) => work(primary) };

export type Standby = Reading & {
  /** Measures how far the standby is behind. Called every second. @throws when one of the two does not answer */
  look: Readiness['look'];
  /** How old what it answers can be, in milliseconds; Infinity while it must not be used. */
  behindMs(): number;
  close(): Promise<void>;
};

/** Where the write-ahead log of the primary was, and when that was asked. */
type Sample = { ms: number; at: bigint };

/** At one look a second; a standby that is further behind is not used anyway. */
const samplesMax = 600;

/** The position of the log as a number of bytes. */
const primaryText = `select (pg_current_wal_lsn() - '0/0')::bigint as at,
    left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
    (select system_identifier::text from pg_control_system()) as cluster`;
const standbyText = `select pg_is_in_recovery() as follows,
    coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint as at,
    (select system_identifier::text from pg_control_system()) as cluster`;

/** A recovery that cannot wait for a query any longer ends it with this state. */
const recoveryConflict = '40001';

const isPassing = (error: unknown): boolean =>
  isAway(error) ||
  isSlow(error) ||
  (error instanceof Error && 'code' in error && error.code === recoveryConflict);

/**
 * A standby that answers reads as long as it is close enough. What it has is compared with where the primary was at known times, by
 * this process's own clock: if it has all that the primary had two seconds ago, it is at most two seconds behind. So neither clock of a
 * machine nor a quiet night makes it look better than it is.
 * @param options.standby connections to it
 * @param options.primary asked where it is
 * @param options.mostMs how old answers may be
 * @param options.onFault hears why a read went to the primary after all
 */
export const createStandby = ({
  standby,
  primary,
  mostMs,
  onFault,
  nowMs = () => performance.now(),
}: {
  standby: Pick<Database, 'pool' | 'kin' | 'close'>;
  primary: Queryable;
  mostMs: number;
  onFault: (error: unknown) => void;
  nowMs?: () => number;
}): Standby => {
  let samples: Sample[] = [];
  let timeline = '';
  /** When the primary had what the standby has now. */
  let provenMs = -Infinity;
  let replayed = 0n;

  const forget = (): void => {
    provenMs = -Infinity;
    replayed = 0n;
  };

  const notePrimary = async (): Promise<string> => {
    const ms = nowMs();
    const { rows } = await primary.query<{ at: bigint; timeline: string; cluster: string }>(primaryText);
    const [row] = rows;
    if (!row) throw new Error('The primary does not say where it is');
    // Another node leads, or the standby has what this one never wrote: positions of before say nothing any more.
    if (row.timeline !== timeline || row.at < replayed) {
      samples = [];
      forget();
    }
    timeline = row.timeline;
    samples.push({ ms, at: row.at });
    if (samples.length > samplesMax) samples.shift();
    return row.cluster;
  };

  const look = async (): Promise<void> => {
    try {
      const cluster = await notePrimary();
      const { rows } = await standby.pool.query<{ follows: boolean; at: bigint; cluster: string }>(
        standbyText,
      );
      const [row] = rows;
      if (row?.follows !== true || row.cluster !== cluster) throw new NoStandby();
      const has = samples.findLastIndex(({ at }) => at <= row.at);
      replayed = row.at;
      if (has === -1) return;
      provenMs = samples[has]?.ms ?? -Infinity;
      samples = samples.slice(has);
    } catch (error) {
      forget();
      const { nodes } = standby.kin;
      nodes.lost(nodes.current());
      throw error;
    }
  };

  const behindMs = (): number => nowMs() - provenMs;

  return {
    look,
    behindMs,
    read: async (on, work) => {
      if (behindMs() > mostMs) return work(on);
      try {
        return await work(standby.pool);
      } catch (error) {
        if (!isPassing(error)) throw error;
        forget();
        onFault(error);
        return work(on);
      }
    },
    close: () => standby.close(),
  };
};

/** The address of the standby leads to a primary, or to another database. */
class NoStandby extends Error {
  constructor() {
    super('DATABASE_STANDBY_URL leads to no standby of the database');
  }
}
