import type pg from 'pg';
import { readPublicKeys } from './key-queries.ts';
import type { CurrentKey } from './keys.ts';
import { readSigned } from './signing-queries.ts';
import { readServed, type WitnessReport, type Witnesses } from './witnesses.ts';

/** A key of the log: from which entry on it signs, and for all but the first that entry with its proof. */
export type PublicKey = { vkey: string; since: number; body?: string; proof?: string };

type Shown = {
  checkpoint: string | undefined;
  vkeys: readonly [PublicKey, ...PublicKey[]];
  witnesses: { needed: number; list: WitnessReport[] };
};

/** What anybody may ask for at any rate. */
export type ShownLog = {
  /** The verifier key that signs now. */
  vkey: () => Promise<string>;
  /** All keys that have signed in the current epoch, each with the entry that brought it and its proof. */
  vkeys: () => Promise<readonly PublicKey[]>;
  /** The last checkpoint that counts, a signed note with what witnesses have cosigned; undefined before the first. */
  checkpoint: () => Promise<string | undefined>;
  /** Who cosigns the log, and how many of them must. */
  witnesses: () => Promise<Shown['witnesses']>;
  /** Reads it again. */
  refresh: () => Promise<void>;
};

/**
 * Keeps in memory what strangers read of the log again and again, so that they wait for no connection and take none from others.
 * @param options.pool connections that no call waits for
 */
export const createShownLog = ({
  pool,
  witnesses,
  currentKey,
}: {
  pool: pg.Pool;
  witnesses: Pick<Witnesses, 'needed' | 'report'>;
  currentKey: Pick<CurrentKey, 'vkey'>;
}): ShownLog => {
  let shown: Shown | undefined;
  let first: Promise<Shown> | undefined;

  const read = async (): Promise<Shown> => {
    // The keys last: a checkpoint is never shown without the key that has signed it.
    const { latest } = await readServed(pool, witnesses.needed);
    const list = await witnesses.report();
    const [oldest, ...later] = await readPublicKeys(pool, (await readSigned(pool)).epoch);
    return {
      checkpoint: latest?.note,
      vkeys: oldest === undefined ? [{ since: 0, vkey: currentKey.vkey() }] : [oldest, ...later],
      witnesses: { needed: witnesses.needed, list },
    };
  };

  /** Callers before the first turn share one reading. */
  const now = async (): Promise<Shown> => {
    if (shown !== undefined) return shown;
    first ??= read().finally(() => {
      first = undefined;
    });
    shown ??= await first;
    return shown;
  };

  return {
    vkey: async () => {
      const { vkeys } = await now();
      return (vkeys.at(-1) ?? vkeys[0]).vkey;
    },
    vkeys: async () => (await now()).vkeys,
    checkpoint: async () => (await now()).checkpoint,
    witnesses: async () => (await now()).witnesses,
    refresh: async () => {
      shown = await read();
    },
  };
};
