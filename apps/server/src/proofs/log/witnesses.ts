import { formatVerifierKey, parseVerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';
import { formatSignature } from '@touchline/verify/note';
import { proveConsistency } from '@touchline/verify/tiles';
import { askWitness, type WitnessAddress, type WitnessOutcome } from '@touchline/verify/witness-client';
import type pg from 'pg';
import type { Log } from '../../core/logging/log.ts';
import { transaction } from '../../core/database/transaction.ts';
import { sha256 } from './sha256.ts';
import { readSigned } from './signing-queries.ts';
import { tileReader } from './tiles.ts';
import {
  addCosignature,
  addRefusal,
  noteFault,
  readCounted,
  readWitnesses,
  type Asked,
} from './witness-queries.ts';

/** After this time a witness counts as down; the others continue in the meantime. */
const deadlineMs = 5_000;

/** Who cosigns the log, for everybody. */
export type WitnessReport = {
  name: string;
  vkey: string;
  /** Since when it has cosigned without a fault; null before the first cosignature. */
  since: string | null;
  /** Entries of the checkpoint that it cosigned last. */
  lastSize: number;
  lastAt: string | null;
  isAnswering: boolean;
};

/**
 * Reads the setting: a verifier key of type cosignature and the address of each witness, as `KEY URL, KEY URL`.
 * @throws Error that names what is wrong
 */
export const parseWitnesses = (text: string): WitnessAddress[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [vkey = '', url = '', ...more] = one.split(/\s+/);
      if (more.length > 0 || !/^https?:\/\//.test(url) || !URL.canParse(url))
        throw new Error(`LOG_WITNESSES: "${one}" is not a key and an address`);
      try {
        const key = parseVerifierKey(vkey);
        if (key.type === 'cosignature') return { url, key };
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
      }
      throw new Error(`LOG_WITNESSES: "${vkey}" is not the key of a witness`);
    });

type FailedOutcome = Exclude<WitnessOutcome, { kind: 'cosigned' }>;

/** Asks witnesses to cosign checkpoints, each apart from the others: one that is down delays nothing. */
export class Witnesses {
  /** Verifier keys of the witnesses. */
  readonly vkeys: readonly string[];
  /** How many of them must have cosigned before a checkpoint counts; 0 for none. */
  readonly needed: number;
  readonly #pool: pg.Pool;
  readonly #addresses: readonly WitnessAddress[];
  readonly #log: Pick<Log, 'error' | 'warn' | 'info'>;
  readonly #ending = new AbortController();
  readonly #busy = new Map<string, Promise<void>>();
  /** The size that a witness cosigned last, as far as this process knows. */
  readonly #sizes = new Map<string, number>();
  /** Witnesses that do not cosign, and why; each cause is logged once. */
  readonly #faulty = new Map<string, 'unreachable' | 'refuses'>();

  /**
   * @param of.pool of the centre
   * @throws Error where more are needed than there are
   */
  constructor(of: {
    pool: pg.Pool;
    addresses: readonly WitnessAddress[];
    needed: number;
    log: Pick<Log, 'error' | 'warn' | 'info'>;
  }) {
    if (of.needed > of.addresses.length)
      throw new Error(`LOG_WITNESSES_NEEDED is ${of.needed}, and there are ${of.addresses.length} witnesses`);
    this.#pool = of.pool;
    this.#addresses = of.addresses;
    this.#log = of.log;
    this.needed = of.needed;
    this.vkeys = of.addresses.map(({ key }) => formatVerifierKey(key));
  }

  /** Asks every witness that is not busy for the last checkpoint; does not wait for their answers. */
  async ask(): Promise<void> {
    if (this.#addresses.length === 0) return;
    const { epoch, size, note } = await readSigned(this.#pool);
    if (note === '') return;
    for (const [at, address] of this.#addresses.entries()) {
      const vkey = this.vkeys[at];
      if (vkey === undefined || this.#busy.has(vkey)) continue;
      if (this.#sizes.get(vkey) === size && !this.#faulty.has(vkey)) continue;
      const work = this.#askOne(address, vkey, { epoch, size, note })
        .catch((error: unknown) => this.#log.error({ error }, 'a witness of the public log was not asked'))
        .finally(() => this.#busy.delete(vkey));
      this.#busy.set(vkey, work);
    }
  }

  /** Waits for the answers that are under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#busy.values());
  }

  /** Ends all calls. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.settled();
  }

  async report(): Promise<WitnessReport[]> {
    const rows = new Map((await readWitnesses(this.#pool)).map((row) => [row.vkey, row]));
    return this.vkeys.map((vkey) => {
      const row = rows.get(vkey);
      return {
        name: nameOf(vkey),
        vkey,
        since: row?.since?.toISOString() ?? null,
        lastSize: row?.size ?? 0,
        lastAt: row?.cosignedAt?.toISOString() ?? null,
        isAnswering: row !== undefined && row.fault === null,
      };
    });
  }

  async #askOne(address: WitnessAddress, vkey: string, asked: Asked): Promise<void> {
    const outcome = await askWitness(
      address,
      {
        checkpoint: asked.note,
        oldSize: this.#sizes.get(vkey) ?? 0,
        prove: (oldSize) =>
          proveConsistency({ oldSize, size: asked.size, readTile: tileReader(this.#pool) }, sha256),
      },
      { deadlineMs, signal: this.#ending.signal },
    );
    if (this.#ending.signal.aborted) return;
    if (outcome.kind === 'cosigned')
      await this.#addCosignature(vkey, asked, formatSignature(outcome.cosignature.signature));
    else await this.#addFault(vkey, asked, outcome);
  }

  async #addCosignature(vkey: string, asked: Asked, line: string): Promise<void> {
    if (this.#faulty.delete(vkey)) {
      this.#log.info({ witness: nameOf(vkey) }, 'a witness of the public log cosigns again');
    }
    await transaction(this.#pool, (client) =>
      addCosignature(client, asked, { vkey, line }, { vkeys: this.vkeys, needed: Math.max(1, this.needed) }),
    );
    this.#sizes.set(vkey, asked.size);
  }

  async #addFault(vkey: string, asked: Asked, outcome: FailedOutcome): Promise<void> {
    const reason =
      outcome.kind === 'ahead' ? `it has seen ${outcome.size} entries, more than there are` : outcome.reason;
    const witness = nameOf(vkey);
    const before = this.#faulty.get(vkey);
    if (outcome.kind === 'unreachable') {
      this.#faulty.set(vkey, 'unreachable');
      if (before === undefined)
        this.#log.warn({ witness, reason }, 'a witness of the public log does not answer');
    } else {
      this.#faulty.set(vkey, 'refuses');
      const status = outcome.kind === 'ahead' ? 409 : outcome.status;
      const isNew = await addRefusal(this.#pool, { vkey, note: asked.note, status, reason });
      // Also of a witness that was away before: that it refuses is worse.
      if (isNew && before !== 'refuses') {
        this.#log.error(
          { alarm: 'log_witness_refuses', witness, status, reason },
          'a witness refuses the public log',
        );
      }
    }
    await noteFault(this.#pool, vkey, reason);
  }
}

const nameOf = (vkey: string): string => parseVerifierKey(vkey).name;

/** The checkpoint that counts, and the last one that was signed where no witness is needed. */
export const readServed = async (
  pool: pg.Pool,
  needed: number,
): Promise<{ latest: Checkpoint | undefined; counted: Checkpoint | undefined }> => {
  const { epoch, size, note } = await readSigned(pool);
  const counted = await readCounted(pool, epoch);
  if (needed > 0) return { latest: counted, counted };
  if (counted?.size === size) return { latest: counted, counted };
  return { latest: note === '' ? undefined : { size, note }, counted };
};
type Checkpoint = { size: number; note: string };
