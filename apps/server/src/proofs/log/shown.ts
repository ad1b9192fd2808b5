import type { TileResource } from '@touchline/verify/tiles';
import type pg from 'pg';
import type { ReadLog } from '../../core/http/log-route.ts';
import { readPublicKeys, type PublicKey } from './key-queries.ts';
import type { CurrentKey } from './keys.ts';
import type { PublicLog } from './service.ts';
import { readSigned } from './signing-queries.ts';
import { readServed, type WitnessReport, type Witnesses } from './witnesses.ts';

type Shown = {
  checkpoint: string | undefined;
  vkeys: readonly [PublicKey, ...PublicKey[]];
  witnesses: { needed: number; list: WitnessReport[] };
};

/**
 * What anybody may ask for at any rate. What strangers read again and again is kept in memory, so that they wait for no connection
 * and take none from others.
 */
export class ShownLog implements ReadLog {
  readonly #pool: pg.Pool;
  readonly #publicLog: Pick<PublicLog, 'tile' | 'textOf'>;
  readonly #witnesses: Pick<Witnesses, 'needed' | 'report'>;
  readonly #currentKey: Pick<CurrentKey, 'vkey'>;
  #shown: Shown | undefined;
  #first: Promise<Shown> | undefined;

  /** @param of.pool connections that no call waits for */
  constructor(of: {
    pool: pg.Pool;
    publicLog: Pick<PublicLog, 'tile' | 'textOf'>;
    witnesses: Pick<Witnesses, 'needed' | 'report'>;
    currentKey: Pick<CurrentKey, 'vkey'>;
  }) {
    this.#pool = of.pool;
    this.#publicLog = of.publicLog;
    this.#witnesses = of.witnesses;
    this.#currentKey = of.currentKey;
  }

  /** The verifier key that signs now. */
  async vkey(): Promise<string> {
    const { vkeys } = await this.#now();
    return (vkeys.at(-1) ?? vkeys[0]).vkey;
  }

  /** All keys that have signed in the current epoch, each with the entry that brought it and its proof. */
  async vkeys(): Promise<readonly PublicKey[]> {
    return (await this.#now()).vkeys;
  }

  /** The last checkpoint that counts, a signed note with what witnesses have cosigned; undefined before the first. */
  async checkpoint(): Promise<string | undefined> {
    return (await this.#now()).checkpoint;
  }

  /** Who cosigns the log, and how many of them must. */
  async witnesses(): Promise<Shown['witnesses']> {
    return (await this.#now()).witnesses;
  }

  tile(resource: TileResource): Promise<Buffer | undefined> {
    return this.#publicLog.tile(resource);
  }

  textOf(kind: string, id: string): Promise<string | undefined> {
    return this.#publicLog.textOf(kind, id);
  }

  /** Reads it again. */
  async refresh(): Promise<void> {
    this.#shown = await this.#read();
  }

  /** Callers before the first turn share one reading. */
  async #now(): Promise<Shown> {
    if (this.#shown !== undefined) return this.#shown;
    this.#first ??= this.#read().finally(() => {
      this.#first = undefined;
    });
    this.#shown ??= await this.#first;
    return this.#shown;
  }

  async #read(): Promise<Shown> {
    // The keys last: a checkpoint is never shown without the key that has signed it.
    const { latest } = await readServed(this.#pool, this.#witnesses.needed);
    const list = await this.#witnesses.report();
    const [oldest, ...later] = await readPublicKeys(this.#pool, (await readSigned(this.#pool)).epoch);
    return {
      checkpoint: latest?.note,
      vkeys: oldest === undefined ? [{ since: 0, vkey: this.#currentKey.vkey() }] : [oldest, ...later],
      witnesses: { needed: this.#witnesses.needed, list },
    };
  }
}
