import { formatTlogProof } from '@touchline/verify/tlog-proof';
import { proveInclusion, type TileResource } from '@touchline/verify/tiles';
import type pg from 'pg';
import type { Groups } from '../platform/groups.ts';
import type { Fact, FactKey, FactSource } from '../platform/log-facts.ts';
import type { Log } from '../platform/log.ts';
import { findEntry, readSizes, updateStored } from './queries.ts';
import type { Sealer } from './seal.ts';
import type { Sequencer } from './sequence.ts';
import { NumbersWentBack } from './sequence.ts';
import { sha256 } from './sha256.ts';
import { keyOfEpoch, type CheckpointKey, type Signing, type SigningRefusal } from './signing.ts';
import { readSigned } from './signing-queries.ts';
import { tileReader, type Tiles } from './tiles.ts';

/** Entries whose full tiles are stored in one turn. */
const storedAtOnce = 1 << 17;

/** Why the log does not go on. */
type LogRefusal = SigningRefusal | { reason: 'numbers_went_back'; text: string };

/** A member's way to check that something of theirs is in the log. */
type EntryProof = {
  /** Number of the entry. */
  index: number;
  /** C2SP tlog-proof against the current checkpoint. */
  proof: string;
  /** Canonical JSON. */
  body: string;
  /** Base64; absent for a public fact. */
  nonce?: string;
  /** False when the database now has another body than the one in the log. */
  isUnchanged: boolean;
};

export type PublicLog = {
  /** One turn: takes what is new, and signs it. */
  turn: () => Promise<void>;
  /** Puts full tiles into the store. */
  storeTiles: () => Promise<void>;
  /** Why the log does not go on; undefined while it does. */
  refusal(): LogRefusal | undefined;
  /** The verifier key of the current epoch. */
  vkey(): Promise<string>;
  /** The last checkpoint, a signed note; undefined before the first. */
  checkpoint(): Promise<string | undefined>;
  /** A tile or a bundle of what was signed; undefined where there is none. */
  tile(resource: TileResource): Promise<Buffer | undefined>;
  /** The text of which a public entry has only the hash; undefined where there is none. */
  textOf(kind: string, id: string): Promise<string | undefined>;
  /**
   * The proof that a fact is in the log; undefined while it is not, or no checkpoint has it.
   * @param of.owner of a private fact; the caller has judged that it may be shown
   */
  proofOf(of: FactKey): Promise<EntryProof | undefined>;
};

export const createPublicLog = ({
  pool,
  groups,
  sources,
  sealer,
  sequencer,
  signing,
  tiles,
  key,
  log,
}: {
  pool: pg.Pool;
  groups: Groups;
  sources: readonly FactSource[];
  sealer: Sealer;
  sequencer: Sequencer;
  signing: Signing;
  tiles: Tiles;
  key: CheckpointKey;
  log: Pick<Log, 'error' | 'info'>;
}): PublicLog => {
  let refused: LogRefusal | undefined;

  const setRefusal = (next: LogRefusal | undefined): void => {
    if (next !== undefined && next.text !== refused?.text) {
      log.error({ alarm: 'log_refused', reason: next.reason }, `the public log does not go on: ${next.text}`);
    }
    if (next === undefined && refused !== undefined) log.info('the public log goes on');
    refused = next;
  };

  const advance = async (): Promise<LogRefusal | undefined> => {
    try {
      await sequencer.sequence();
    } catch (error) {
      if (!(error instanceof NumbersWentBack)) throw error;
      return { reason: 'numbers_went_back', text: error.message };
    }
    const published = await signing.publish();
    return 'reason' in published ? published : undefined;
  };

  const storeTiles = async (): Promise<void> => {
    const { size, stored } = await readSizes(pool);
    const until = Math.min(size - (size % 256), stored + storedAtOnce);
    if (until <= stored) return;
    await tiles.store(stored, until);
    await updateStored(pool, until);
  };

  const findFact = async (of: FactKey): Promise<Fact | undefined> => {
    for (const { place, kinds, find } of sources) {
      if (find === undefined || (kinds.length > 0 && !kinds.includes(of.kind))) continue;
      if (place === 'groups' && of.owner === undefined) continue;
      const on = place === 'centre' || of.owner === undefined ? pool : groups.of(of.owner.shard).pool;
      const fact = await find(on, of);
      if (fact !== undefined) return fact;
    }
    return undefined;
  };

  return {
    turn: async () => {
      setRefusal(await advance());
    },
    storeTiles,
    refusal: () => refused,
    vkey: async () => keyOfEpoch(key, (await readSigned(pool)).epoch).vkey,
    checkpoint: async () => {
      const { note } = await readSigned(pool);
      return note === '' ? undefined : note;
    },
    tile: async (resource) => tiles.get(resource, (await readSigned(pool)).size),
    textOf: async (kind, id) => {
      const source = sources.find(({ kinds, textOf }) => textOf !== undefined && kinds.includes(kind));
      return source?.textOf?.(pool, id);
    },
    proofOf: async (of) => {
      const [entry, { note, size }] = await Promise.all([findEntry(pool, of), readSigned(pool)]);
      if (entry === undefined || note === '' || entry.index >= size) return undefined;
      const { index } = entry;
      const path = await proveInclusion({ index, size, readTile: tileReader(pool) }, sha256);
      const proof = formatTlogProof({ index, path, checkpoint: note });
      const fact = await findFact(of);
      if (fact?.isPrivate !== true) return { index, proof, body: entry.entry, isUnchanged: true };
      const isUnchanged = sealer.entryOf(fact) === entry.entry;
      return { index, proof, body: fact.body, nonce: sealer.nonceOf(fact), isUnchanged };
    },
  };
};
