import { parseVerifierKey } from '@touchline/verify/keys';
import { formatTlogProof } from '@touchline/verify/tlog-proof';
import { proveInclusion, type TileResource } from '@touchline/verify/tiles';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Owner } from '../../core/owner.ts';
import type { Fact, FactKey, FactSource } from '../../core/public-log/facts.ts';
import type { Log } from '../../core/logging/log.ts';
import { countEntries, findEntries, findEntry, readEntries, readSizes, updateStored } from './queries.ts';
import type { Sealer } from './seal.ts';
import type { Sequencer } from './sequence.ts';
import { NumbersWentBack } from './sequence.ts';
import { sha256 } from './sha256.ts';
import { readPublicKeys } from './key-queries.ts';
import type { CurrentKey } from './keys.ts';
import type { PublicKey } from './shown.ts';
import type { Signing, SigningRefusal } from './signing.ts';
import { readBegin, readSigned } from './signing-queries.ts';
import { tileReader, type Tiles } from './tiles.ts';
import { readServed, type WitnessReport, type Witnesses } from './witnesses.ts';

/** Entries whose full tiles are stored in one turn. */
const storedAtOnce = 1 << 17;

/** Why the log is stopped. */
type LogRefusal = SigningRefusal | { reason: 'numbers_went_back'; text: string };

/** With these the database may be older than what was signed, or another one. */
const ofOldDatabases: ReadonlySet<LogRefusal['reason']> = new Set([
  'behind',
  'contradicts',
  'newest_unknown',
  'numbers_went_back',
  'other_epoch',
]);

/** A member's way to check that something of theirs is in the log. */
export type EntryProof = {
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

/** A fact with its number in the log, for a reader of tiles. */
export type NumberedFact = {
  id: string;
  /** Canonical JSON. */
  body: string;
  /** Base64; absent for a public fact. */
  nonce?: string;
  /** Absent while the log has not taken it. */
  index?: number;
};

/** What the log is now. */
type LogState = {
  origin: string;
  epoch: number;
  vkey: string;
  size: number;
  /** When the first epoch began. */
  firstAt: Date | undefined;
  /** When the newest checkpoint was signed. */
  signedAt: Date | undefined;
};

export type PublicLog = {
  /** One turn: takes what is new, and signs it. */
  turn: () => Promise<void>;
  /** Puts full tiles into the store. */
  storeTiles: () => Promise<void>;
  /** Why the log is stopped; undefined while it is not. */
  refusal(): LogRefusal | undefined;
  /** How far the log is, for operators. */
  turnedAt(): Date | undefined;
  /** The verifier key that signs now. */
  vkey(): Promise<string>;
  /** All keys that have signed in the current epoch, each with the entry that brought it and its proof. */
  vkeys(): Promise<PublicKey[]>;
  /** Who cosigns the log, and how many of them must. */
  witnesses(): Promise<{ needed: number; list: WitnessReport[] }>;
  /** The last checkpoint that counts, a signed note with what witnesses have cosigned; undefined before the first. */
  checkpoint(): Promise<string | undefined>;
  /** What everybody may read of the log now: its name and key, its size under the checkpoint that is served, and since when it is kept. */
  state(): Promise<LogState>;
  /** Entries from number `from` on and below `below`, as they are in bundles. */
  entries(from: number, below: number): Promise<string[]>;
  /** The number of a fact's entry; undefined while it has none. */
  indexOf(of: Pick<FactKey, 'kind' | 'id'>): Promise<number | undefined>;
  /** How many entries of a kind the log has. */
  countOf(kind: string): Promise<number>;
  /** A tile or a bundle of what was signed; undefined where there is none. */
  tile(resource: TileResource): Promise<Buffer | undefined>;
  /** The text of which a public entry has only the hash; undefined where there is none. */
  textOf(kind: string, id: string): Promise<string | undefined>;
  /** Whether there is such a fact, and where it has an owner, of that owner. */
  hasFact(of: FactKey): Promise<boolean>;
  /**
   * The proof that a fact is in the log; undefined while it is not, or no checkpoint has it.
   * @param of.owner of a private fact; the caller has judged that it may be shown
   */
  proofOf(of: FactKey): Promise<EntryProof | undefined>;
  /** A page of a member's facts of a kind, in one order, after the one with this id. */
  pageOf(
    kind: string,
    owner: Owner,
    from: { after?: string | undefined; limit: number },
  ): Promise<NumberedFact[]>;
  /** A member's facts of a kind about some subjects, as bets, oldest first. */
  factsAbout(kind: string, owner: Owner, subjects: readonly string[]): Promise<NumberedFact[]>;
  /** Public facts of a kind by their ids, in that order, as far as the log has them. */
  publicFacts(kind: string, ids: readonly string[]): Promise<NumberedFact[]>;
};

export const createPublicLog = ({
  pool,
  sources,
  sealer,
  sequencer,
  signing,
  tiles,
  witnesses,
  currentKey,
  bus,
  log,
}: {
  pool: pg.Pool;
  sources: readonly FactSource[];
  sealer: Sealer;
  sequencer: Sequencer;
  signing: Signing;
  tiles: Tiles;
  witnesses: Pick<Witnesses, 'needed' | 'report'>;
  currentKey: CurrentKey;
  bus: Pick<Bus, 'publish'>;
  log: Pick<Log, 'error' | 'info'>;
}): PublicLog => {
  let refused: LogRefusal | undefined;
  let turnedAt: Date | undefined;

  /** An alarm is raised once for each reason: the numbers in its text change with every turn. */
  const setRefusal = (next: LogRefusal | undefined): void => {
    if (next !== undefined && next.reason !== refused?.reason) {
      log.error({ alarm: 'log_refused', reason: next.reason }, `the public log is stopped: ${next.text}`);
    }
    if (next === undefined && refused !== undefined) log.info('the public log continues');
    refused = next;
  };

  /** A database that may lack what was signed may lack payments as well. */
  const sayOld = async (next: LogRefusal | undefined): Promise<void> => {
    if (next === undefined || !ofOldDatabases.has(next.reason) || next.reason === refused?.reason) return;
    bus.publish('logRefused', { signedAt: (await readSigned(pool)).at });
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
    for (const { kinds, find } of sources) {
      if (find === undefined || (kinds.length > 0 && !kinds.includes(of.kind))) continue;
      const fact = await find(pool, of);
      if (fact !== undefined) return fact;
    }
    return undefined;
  };

  const numbered = async (kind: string, facts: readonly Fact[]): Promise<NumberedFact[]> => {
    const ids = facts.map(({ id }) => id);
    const found =
      ids.length === 0 ? new Map<string, { index: number }>() : await findEntries(pool, kind, ids);
    return facts.map((fact) => {
      const index = found.get(fact.id)?.index;
      const { id, body } = fact;
      return { id, body, nonce: sealer.nonceOf(fact), ...(index === undefined ? {} : { index }) };
    });
  };

  const vkeys = async (): Promise<PublicKey[]> => readPublicKeys(pool, (await readSigned(pool)).epoch);

  return {
    turn: async () => {
      const next = await advance();
      await sayOld(next);
      setRefusal(next);
      turnedAt = new Date();
      await currentKey.refresh();
    },
    storeTiles,
    refusal: () => refused,
    turnedAt: () => turnedAt,
    vkey: async () => (await vkeys()).at(-1)?.vkey ?? currentKey.vkey(),
    vkeys: async () => {
      const list = await vkeys();
      return list.length > 0 ? list : [{ since: 0, vkey: currentKey.vkey() }];
    },
    witnesses: async () => ({ needed: witnesses.needed, list: await witnesses.report() }),
    checkpoint: async () => (await readServed(pool, witnesses.needed)).latest?.note,
    state: async () => {
      const [signed, served, firstAt] = await Promise.all([
        readSigned(pool),
        readServed(pool, witnesses.needed),
        readBegin(pool),
      ]);
      const list = await vkeys();
      const vkey = list.at(-1)?.vkey ?? currentKey.vkey();
      const size = served.latest?.size ?? 0;
      return {
        origin: parseVerifierKey(vkey).name,
        epoch: signed.epoch,
        vkey,
        size,
        firstAt,
        signedAt: signed.note === '' ? undefined : signed.at,
      };
    },
    entries: async (from, below) => (await readEntries(pool, from, below)).map(String),
    indexOf: async (of) => (await findEntry(pool, of))?.index,
    countOf: (kind) => countEntries(pool, kind),
    tile: async (resource) => tiles.get(resource, (await readSigned(pool)).size),
    textOf: async (kind, id) => {
      const source = sources.find(({ kinds, textOf }) => textOf !== undefined && kinds.includes(kind));
      return source?.textOf?.(pool, id);
    },
    pageOf: async (kind, owner, from) => {
      const source = sources.find(({ kinds, page }) => page !== undefined && kinds.includes(kind));
      return numbered(kind, (await source?.page?.(pool, owner, from)) ?? []);
    },
    factsAbout: async (kind, owner, subjects) => {
      const facts: Fact[] = [];
      for (const { kinds, about } of sources) {
        if (about === undefined || (kinds.length > 0 && !kinds.includes(kind))) continue;
        facts.push(...(await about(pool, owner, subjects)).filter((fact) => fact.kind === kind));
      }
      return numbered(kind, facts);
    },
    publicFacts: async (kind, ids) => {
      const found = await findEntries(pool, kind, ids);
      return ids.flatMap((id) => {
        const entry = found.get(id);
        return entry === undefined ? [] : [{ id, body: entry.entry, index: entry.index }];
      });
    },
    hasFact: async (of) => (await findFact(of)) !== undefined,
    proofOf: async (of) => {
      const [entry, served] = await Promise.all([findEntry(pool, of), readServed(pool, witnesses.needed)]);
      if (entry === undefined) return undefined;
      const { index } = entry;
      // A checkpoint with cosignatures convinces more than the very last.
      const found = [served.counted, served.latest].find(
        (checkpoint) => checkpoint !== undefined && index < checkpoint.size,
      );
      if (found === undefined) return undefined;
      const { note, size } = found;
      const path = await proveInclusion({ index, size, readTile: tileReader(pool) }, sha256);
      const proof = formatTlogProof({ index, path, checkpoint: note });
      const fact = await findFact(of);
      // Only the owner learns where a private entry is.
      if (of.owner !== undefined && fact === undefined) return undefined;
      if (fact?.isPrivate !== true) return { index, proof, body: entry.entry, isUnchanged: true };
      const isUnchanged = sealer.isEntryOf(fact, entry.entry);
      return { index, proof, body: fact.body, nonce: sealer.nonceOf(fact), isUnchanged };
    },
  };
};
