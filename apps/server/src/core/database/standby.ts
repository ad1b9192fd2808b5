import type { Database, Queryable } from './database.ts';
import { isAway, isSlow } from './faults.ts';

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

type StandbyOptions = {
  /** Connections to it. */
  standby: Pick<Database, 'pool' | 'kin' | 'close'>;
  /** Asked where it is. */
  primary: Queryable;
  /** How old answers may be, milliseconds. */
  mostMs: number;
  /** Hears why a read went to the primary after all. */
  onFault: (error: unknown) => void;
  nowMs?: () => number;
};

/**
 * A standby that answers reads as long as it is close enough. What it has is compared with where the primary was at known times, by
 * this process's own clock: if it has all that the primary had two seconds ago, it is at most two seconds behind. So neither clock of a
 * machine nor a quiet night makes it look better than it is.
 */
export class Standby implements Reading {
  readonly #standby: StandbyOptions['standby'];
  readonly #primary: Queryable;
  readonly #mostMs: number;
  readonly #onFault: (error: unknown) => void;
  readonly #nowMs: () => number;
  #samples: Sample[] = [];
  #timeline = '';
  /** When the primary had what the standby has now. */
  #provenMs = -Infinity;
  #replayed = 0n;

  constructor({ standby, primary, mostMs, onFault, nowMs = () => performance.now() }: StandbyOptions) {
    this.#standby = standby;
    this.#primary = primary;
    this.#mostMs = mostMs;
    this.#onFault = onFault;
    this.#nowMs = nowMs;
  }

  /** @see Reading */
  async read<T>(primary: Queryable, work: (on: Queryable) => Promise<T>): Promise<T> {
    if (this.behindMs() > this.#mostMs) return work(primary);
    try {
      return await work(this.#standby.pool);
    } catch (error) {
      if (!isPassing(error)) throw error;
      this.#forget();
      this.#onFault(error);
      return work(primary);
    }
  }

  /** Measures how far the standby is behind. Called every second. @throws when one of the two does not answer */
  async look(): Promise<void> {
    try {
      const cluster = await this.#notePrimary();
      const { rows } = await this.#standby.pool.query<{ follows: boolean; at: bigint; cluster: string }>(
        standbyText,
      );
      const [row] = rows;
      if (row?.follows !== true || row.cluster !== cluster) throw new NoStandby();
      const has = this.#samples.findLastIndex(({ at }) => at <= row.at);
      this.#replayed = row.at;
      if (has === -1) return;
      this.#provenMs = this.#samples[has]?.ms ?? -Infinity;
      this.#samples = this.#samples.slice(has);
    } catch (error) {
      this.#forget();
      const { nodes } = this.#standby.kin;
      nodes.lost(nodes.current());
      throw error;
    }
  }

  /** How old what it answers can be, in milliseconds; Infinity while it must not be used. */
  behindMs(): number {
    return this.#nowMs() - this.#provenMs;
  }

  close(): Promise<void> {
    return this.#standby.close();
  }

  async #notePrimary(): Promise<string> {
    const ms = this.#nowMs();
    const { rows } = await this.#primary.query<{ at: bigint; timeline: string; cluster: string }>(
      primaryText,
    );
    const [row] = rows;
    if (!row) throw new Error('The primary does not say where it is');
    // Another node leads, or the standby has what this one never wrote: positions of before say nothing any more.
    if (row.timeline !== this.#timeline || row.at < this.#replayed) {
      this.#samples = [];
      this.#forget();
    }
    this.#timeline = row.timeline;
    this.#samples.push({ ms, at: row.at });
    if (this.#samples.length > samplesMax) this.#samples.shift();
    return row.cluster;
  }

  #forget(): void {
    this.#provenMs = -Infinity;
    this.#replayed = 0n;
  }
}

/** The address of the standby leads to a primary, or to another database. */
class NoStandby extends Error {
  constructor() {
    super('DATABASE_STANDBY_URL leads to no standby of the database');
  }
}
