import { base64, utf8 } from '@touchline/verify/bytes';
import { formatCheckpoint } from '@touchline/verify/checkpoint';
import { createFrontier } from '@touchline/verify/frontier';
import { KEY_KIND } from '@touchline/verify/key-changes';
import { formatNote } from '@touchline/verify/note';
import { formatTlogProof } from '@touchline/verify/tlog-proof';
import { proveInclusion, rootFromTiles } from '@touchline/verify/tiles';
import type pg from 'pg';
import type { Queryable } from '../../core/database/database.ts';
import type { Failpoint } from '../../core/failpoints.ts';
import { SignerAway, type LogKeys } from '../../core/public-log/keys.ts';
import { transaction } from '../../core/database/transaction.ts';
import { updateKey } from './key-queries.ts';
import { findSigner, inForceOf, KeyMissing, keysOfEpoch, nameOf, type KeyToSign } from './keys.ts';
import { findEntry } from './queries.ts';
import { sha256 } from './sha256.ts';
import { readTree, takeSigned, updateSigned, type SignedRow } from './signing-queries.ts';
import { readSignedState, writeSignedState, type SignedState } from './state-file.ts';
import { tileReader } from './tiles.ts';

/** Why nothing is signed. */
export type SigningRefusal = {
  reason:
    | 'behind'
    | 'contradicts'
    | 'key_missing'
    | 'newest_unknown'
    | 'other_epoch'
    | 'other_log'
    | 'signer_away'
    | 'state_damaged';
  /** For operators. */
  text: string;
};

type Published = Pick<SignedRow, 'epoch' | 'size' | 'note' | 'at'>;

class Refusal extends Error {
  readonly refusal: SigningRefusal;
  constructor(reason: SigningRefusal['reason'], text: string) {
    super(text);
    this.refusal = { reason, text };
  }
}

const signNote = async (
  { size, root }: { size: number; root: Uint8Array },
  signers: readonly KeyToSign[],
  name: string,
): Promise<string> => {
  const text = formatCheckpoint({ origin: name, size, root, extensions: [] });
  const message = utf8(text);
  const signatures = await Promise.all(
    signers.map(async ({ id, sign }) => ({ name, id, signature: await sign(message) })),
  );
  return formatNote({ text, signatures });
};

/** Signs checkpoints, one process of a database at a time. */
export class Signing {
  readonly #pool: pg.Pool;
  readonly #folder: string;
  readonly #keys: LogKeys;
  readonly #failpoint: Failpoint;
  /** The state that this process has found to be on the tree's way. */
  #checked: { epoch: number; size: number } | undefined;

  /** @param of.folder the data folder */
  constructor(of: { pool: pg.Pool; folder: string; keys: LogKeys; failpoint?: Failpoint | undefined }) {
    this.#pool = of.pool;
    this.#folder = of.folder;
    this.#keys = of.keys;
    this.#failpoint = of.failpoint ?? (() => undefined);
  }

  /**
   * Signs the tree as it is, unless that was done. What was signed is on this machine's disk and in the database before anybody
   * sees it, and is never signed for another tree of the same size.
   * @returns the last checkpoint, or why none is signed
   */
  async publish(): Promise<Published | SigningRefusal> {
    try {
      const published = await transaction(this.#pool, (client) => this.#sign(client));
      this.#failpoint('log.published');
      return published;
    } catch (error) {
      if (error instanceof Refusal) return error.refusal;
      if (error instanceof KeyMissing) return { reason: 'key_missing', text: error.message };
      if (error instanceof SignerAway) return { reason: 'signer_away', text: error.message };
      throw error;
    }
  }

  async #sign(client: Queryable): Promise<Published> {
    const signed = await takeSigned(client);
    const tree = await readTree(client);
    const state = await readState(this.#folder);
    const { epoch } = signed;
    const { size } = tree;
    const name = nameOf(this.#keys.origin, epoch);
    await this.#checkState(client, { state, signed, size, name });
    if (signed.note !== '' && signed.size === size) {
      this.#checked = { epoch, size };
      if (state?.size !== size || state.epoch !== epoch) await this.#writeState(signed);
      return signed;
    }
    const root = createFrontier({ size, edge: tree.edge }, sha256).root();
    if (epoch > 1 && signed.note === '') await checkEpochEntry(client, epoch);
    const { signers, change } = await this.#signersOf(client, epoch);
    const note = await signNote({ size, root }, signers, name);
    this.#failpoint('log.signed');
    const next = { epoch, size, root: Buffer.from(root), note };
    await this.#writeState(next);
    this.#failpoint('log.noted');
    if (change !== undefined) {
      const path = await proveInclusion({ index: change.since, size, readTile: tileReader(client) }, sha256);
      const proof = formatTlogProof({ index: change.since, path, checkpoint: note });
      await updateKey(client, { ...change, proof });
    }
    const at = await updateSigned(client, next);
    return { ...next, at };
  }

  /**
   * The key in force; with it the next one, if the tree has the entry that brings it. The one checkpoint of both lets everybody follow who
   * knows one of them.
   */
  async #signersOf(
    client: Queryable,
    epoch: number,
  ): Promise<{ signers: KeyToSign[]; change?: { number: number; since: number } }> {
    const rows = await keysOfEpoch(client, this.#keys, epoch);
    const inForce = inForceOf(rows);
    if (inForce === undefined) throw new KeyMissing('The log has no key');
    const signers = [await findSigner(this.#keys, inForce.vkey, client)];
    const waiting = rows.find(({ since }) => since === null);
    const entry = waiting && (await findEntry(client, { kind: KEY_KIND, id: String(waiting.number) }));
    if (waiting === undefined || entry === undefined) return { signers };
    signers.push(await findSigner(this.#keys, waiting.vkey, client));
    return { signers, change: { number: waiting.number, since: entry.index } };
  }

  async #writeState({ epoch, size, root, note }: Omit<SignedRow, 'at' | 'lastNote'>): Promise<void> {
    await writeSignedState(this.#folder, { epoch, size, root: base64(root), note });
    this.#checked = { epoch, size };
  }

  /** Refuses to continue from a tree that does not begin with the signed one. */
  async #checkState(
    client: Queryable,
    {
      state,
      signed,
      size,
      name,
    }: { state: SignedState | undefined; signed: SignedRow; size: number; name: string },
  ): Promise<void> {
    const { epoch } = signed;
    if (signed.note !== '') {
      checkName(signed.note, name);
      await this.#checkBeginning(client, { epoch, size: signed.size, root: base64(signed.root) }, size);
    }
    if (state === undefined) return;
    if (state.epoch > epoch) {
      throw new Refusal(
        'other_epoch',
        `This machine has signed epoch ${state.epoch}, and the database is in epoch ${epoch}`,
      );
    }
    if (state.epoch === epoch) {
      if (state.unknownAfter !== undefined) {
        throw new Refusal(
          'newest_unknown',
          `What this log signed after ${state.unknownAfter} is not known: the machine that knew was lost while it ran`,
        );
      }
      checkName(state.note, name);
      await this.#checkBeginning(client, state, size);
      return;
    }
    // The new epoch must name what was signed last in the one before, or something later.
    const last = signed.lastNote === null ? -1 : sizeOf(signed.lastNote);
    if (state.epoch === epoch - 1 && last < state.size) {
      throw new Refusal(
        'other_epoch',
        `Epoch ${epoch} names a checkpoint of ${last} entries, and this machine has signed ${state.size}`,
      );
    }
  }

  async #checkBeginning(
    client: Queryable,
    was: { epoch: number; size: number; root: string },
    size: number,
  ): Promise<void> {
    if (was.size > size) {
      throw new Refusal(
        'behind',
        `The log in the database has ${size} entries, and ${was.size} were signed: it is older than what was published`,
      );
    }
    if (this.#checked?.epoch === was.epoch && this.#checked.size === was.size) return;
    const root = await rootFromTiles({ size: was.size, readTile: tileReader(client) }, sha256);
    if (base64(root) !== was.root) {
      throw new Refusal(
        'contradicts',
        `The first ${was.size} entries of the log in the database are not those that were signed`,
      );
    }
  }
}

const checkName = (note: string, name: string): void => {
  const [origin = ''] = note.split('\n');
  if (origin !== name) {
    throw new Refusal(
      'other_log',
      `What was signed belongs to the log "${origin}", and this one is "${name}"`,
    );
  }
};

/** The first checkpoint of an epoch has the entry that says why it was opened. */
const checkEpochEntry = async (client: Queryable, epoch: number): Promise<void> => {
  const entry = await findEntry(client, { kind: 'epoch', id: String(epoch) });
  if (entry === undefined)
    throw new Refusal('other_epoch', `The entry that opens epoch ${epoch} is not in the log yet`);
};

const sizeOf = (note: string): number => Number(note.split('\n')[1]);

const readState = async (folder: string): Promise<SignedState | undefined> => {
  try {
    return await readSignedState(folder);
  } catch (error) {
    throw new Refusal('state_damaged', error instanceof Error ? error.message : String(error));
  }
};
