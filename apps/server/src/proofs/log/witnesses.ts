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

export type Witnesses = {
  /** Asks every witness that is not busy for the last checkpoint; does not wait for their answers. */
  ask: () => Promise<void>;
  /** Waits for the answers that are under way. */
  settled: () => Promise<void>;
  /** Ends all calls. */
  stop: () => Promise<void>;
  /** Verifier keys of the witnesses. */
  vkeys: readonly string[];
  /** How many of them must have cosigned before a checkpoint counts; 0 for none. */
  needed: number;
  report: () => Promise<WitnessReport[]>;
};

/**
 * Asks witnesses to cosign checkpoints, each apart from the others: one that is down delays nothing.
 * @param options.pool of the centre
 */
export const createWitnesses = ({
  pool,
  addresses,
  needed,
  log,
}: {
  pool: pg.Pool;
  addresses: readonly WitnessAddress[];
  needed: number;
  log: Pick<Log, 'error' | 'warn' | 'info'>;
}): Witnesses => {
  const vkeys = addresses.map(({ key }) => formatVerifierKey(key));
  if (needed > addresses.length)
    throw new Error(`LOG_WITNESSES_NEEDED is ${needed}, and there are ${addresses.length} witnesses`);
  const ending = new AbortController();
  const busy = new Map<string, Promise<void>>();
  /** The size that a witness cosigned last, as far as this process knows. */
  const sizes = new Map<string, number>();
  /** Witnesses that do not cosign, and why; each cause is logged once. */
  const faulty = new Map<string, 'unreachable' | 'refuses'>();

  const keep = async (vkey: string, asked: Asked, outcome: WitnessOutcome): Promise<void> => {
    const { name } = parseVerifierKey(vkey);
    if (outcome.kind === 'cosigned') {
      if (faulty.delete(vkey)) log.info({ witness: name }, 'a witness of the public log cosigns again');
      const line = formatSignature(outcome.cosignature.signature);
      await transaction(pool, (client) =>
        addCosignature(client, asked, { vkey, line }, { vkeys, needed: Math.max(1, needed) }),
      );
      sizes.set(vkey, asked.size);
      return;
    }
    const reason =
      outcome.kind === 'ahead' ? `it has seen ${outcome.size} entries, more than there are` : outcome.reason;
    const before = faulty.get(vkey);
    if (outcome.kind === 'unreachable') {
      faulty.set(vkey, 'unreachable');
      if (before === undefined)
        log.warn({ witness: name, reason }, 'a witness of the public log does not answer');
    } else {
      faulty.set(vkey, 'refuses');
      const status = outcome.kind === 'ahead' ? 409 : outcome.status;
      const isNew = await addRefusal(pool, { vkey, note: asked.note, status, reason });
      // Also of a witness that was away before: that it refuses is worse.
      if (isNew && before !== 'refuses') {
        log.error(
          { alarm: 'log_witness_refuses', witness: name, status, reason },
          'a witness refuses the public log',
        );
      }
    }
    await noteFault(pool, vkey, reason);
  };

  const askOne = async (address: WitnessAddress, vkey: string, asked: Asked): Promise<void> => {
    const outcome = await askWitness(
      address,
      {
        checkpoint: asked.note,
        oldSize: sizes.get(vkey) ?? 0,
        prove: (oldSize) =>
          proveConsistency({ oldSize, size: asked.size, readTile: tileReader(pool) }, sha256),
      },
      { deadlineMs, signal: ending.signal },
    );
    if (!ending.signal.aborted) await keep(vkey, asked, outcome);
  };

  return {
    vkeys,
    needed,
    ask: async () => {
      if (addresses.length === 0) return;
      const { epoch, size, note } = await readSigned(pool);
      if (note === '') return;
      for (const [at, address] of addresses.entries()) {
        const vkey = vkeys[at];
        if (vkey === undefined || busy.has(vkey)) continue;
        if (sizes.get(vkey) === size && !faulty.has(vkey)) continue;
        const work = askOne(address, vkey, { epoch, size, note })
          .catch((error: unknown) => log.error({ error }, 'a witness of the public log was not asked'))
          .finally(() => busy.delete(vkey));
        busy.set(vkey, work);
      }
    },
    settled: async () => {
      await Promise.all(busy.values());
    },
    stop: async () => {
      ending.abort();
      await Promise.all(busy.values());
    },
    report: async () => {
      const rows = new Map((await readWitnesses(pool)).map((row) => [row.vkey, row]));
      return vkeys.map((vkey) => {
        const row = rows.get(vkey);
        return {
          name: parseVerifierKey(vkey).name,
          vkey,
          since: row?.since?.toISOString() ?? null,
          lastSize: row?.size ?? 0,
          lastAt: row?.cosignedAt?.toISOString() ?? null,
          isAnswering: row !== undefined && row.fault === null,
        };
      });
    },
  };
};

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
