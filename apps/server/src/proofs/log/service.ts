import { parseVerifierKey } from '@touchline/verify/keys';
import { formatTlogProof } from '@touchline/verify/tlog-proof';
import { proveInclusion, type TileResource } from '@touchline/verify/tiles';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Owner } from '../../core/owner.ts';
import type { Fact, FactKey, FactSource } from '../../core/public-log/facts.ts';
import type { Log } from '../../core/logging/log.ts';
import { countEntries, findEntries, findEntry, readEntries, readSizes, updateStored } from './queries.ts';
import type { EntrySealer } from './seal.ts';
import { NumbersWentBack, type Sequencer } from './sequence.ts';
import { sha256 } from './sha256.ts';
import { readPublicKeys, type PublicKey } from './key-queries.ts';
import type { CurrentKey } from './keys.ts';
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

/** The public log of the house: what anybody may read of it, and what operators and its turns need. */
export class PublicLog {
  readonly #pool: pg.Pool;
  readonly #sources: readonly FactSource[];
  readonly #sealer: EntrySealer;
  readonly #sequencer: Sequencer;
  readonly #signing: Signing;
  readonly #tiles: Tiles;
  readonly #witnesses: Pick<Witnesses, 'needed' | 'report'>;
  readonly #currentKey: CurrentKey;
  readonly #bus: Pick<Bus, 'publish'>;
  readonly #log: Pick<Log, 'error' | 'info'>;
  #refusal: LogRefusal | undefined;
  #turnedAt: Date | undefined;

  constructor(of: {
    pool: pg.Pool;
    sources: readonly FactSource[];
    sealer: EntrySealer;
    sequencer: Sequencer;
    signing: Signing;
    tiles: Tiles;
    witnesses: Pick<Witnesses, 'needed' | 'report'>;
    currentKey: CurrentKey;
    bus: Pick<Bus, 'publish'>;
    log: Pick<Log, 'error' | 'info'>;
  }) {
    this.#pool = of.pool;
    this.#sources = of.sources;
    this.#sealer = of.sealer;
    this.#sequencer = of.sequencer;
    this.#signing = of.signing;
    this.#tiles = of.tiles;
    this.#witnesses = of.witnesses;
    this.#currentKey = of.currentKey;
    this.#bus = of.bus;
    this.#log = of.log;
  }

  /** One turn: takes what is new, and signs it. */
  async turn(): Promise<void> {
    const next = await this.#advance();
    await this.#announceOld(next);
    this.#setRefusal(next);
    this.#turnedAt = new Date();
    await this.#currentKey.refresh();
  }

  async #advance(): Promise<LogRefusal | undefined> {
    try {
      await this.#sequencer.sequence();
    } catch (error) {
      if (!(error instanceof NumbersWentBack)) throw error;
      return { reason: 'numbers_went_back', text: error.message };
    }
    const published = await this.#signing.publish();
    return 'reason' in published ? published : undefined;
  }

  /** A database that may lack what was signed may lack payments as well. */
  async #announceOld(next: LogRefusal | undefined): Promise<void> {
    if (next === undefined || !ofOldDatabases.has(next.reason)) return;
    if (next.reason === this.#refusal?.reason) return;
    this.#bus.publish('logRefused', { signedAt: (await readSigned(this.#pool)).at });
  }

  /** An alarm is raised once for each reason: the numbers in its text change with every turn. */
  #setRefusal(next: LogRefusal | undefined): void {
    if (next !== undefined && next.reason !== this.#refusal?.reason) {
      this.#log.error(
        { alarm: 'log_refused', reason: next.reason },
        `the public log is stopped: ${next.text}`,
      );
    }
    if (next === undefined && this.#refusal !== undefined) this.#log.info('the public log continues');
    this.#refusal = next;
  }

  /** Puts full tiles into the store. */
  async storeTiles(): Promise<void> {
    const { size, stored } = await readSizes(this.#pool);
    const until = Math.min(size - (size % 256), stored + storedAtOnce);
    if (until <= stored) return;
    await this.#tiles.store(stored, until);
    await updateStored(this.#pool, until);
  }

  /** Why the log is stopped; undefined while it is not. */
  refusal(): LogRefusal | undefined {
    return this.#refusal;
  }

  /** How far the log is, for operators. */
  turnedAt(): Date | undefined {
    return this.#turnedAt;
  }

  /** The verifier key that signs now. */
  async vkey(): Promise<string> {
    return (await this.#publicKeys()).at(-1)?.vkey ?? this.#currentKey.vkey();
  }

  /** All keys that have signed in the current epoch, each with the entry that brought it and its proof. */
  async vkeys(): Promise<PublicKey[]> {
    const list = await this.#publicKeys();
    return list.length > 0 ? list : [{ since: 0, vkey: this.#currentKey.vkey() }];
  }

  async #publicKeys(): Promise<PublicKey[]> {
    return readPublicKeys(this.#pool, (await readSigned(this.#pool)).epoch);
  }

  /** Who cosigns the log, and how many of them must. */
  async witnesses(): Promise<{ needed: number; list: WitnessReport[] }> {
    return { needed: this.#witnesses.needed, list: await this.#witnesses.report() };
  }

  /** The last checkpoint that counts, a signed note with what witnesses have cosigned; undefined before the first. */
  async checkpoint(): Promise<string | undefined> {
    return (await readServed(this.#pool, this.#witnesses.needed)).latest?.note;
  }

  /** What everybody may read of the log now: its name and key, its size under the checkpoint that is served, and since when it is kept. */
  async state(): Promise<LogState> {
    const [signed, served, firstAt] = await Promise.all([
      readSigned(this.#pool),
      readServed(this.#pool, this.#witnesses.needed),
      readBegin(this.#pool),
    ]);
    const vkey = await this.vkey();
    return {
      origin: parseVerifierKey(vkey).name,
      epoch: signed.epoch,
      vkey,
      size: served.latest?.size ?? 0,
      firstAt,
      signedAt: signed.note === '' ? undefined : signed.at,
    };
  }

  /** Entries from number `from` on and below `below`, as they are in bundles. */
  async entries(from: number, below: number): Promise<string[]> {
    return (await readEntries(this.#pool, from, below)).map(String);
  }

  /** The number of a fact's entry; undefined while it has none. */
  async indexOf(of: Pick<FactKey, 'kind' | 'id'>): Promise<number | undefined> {
    return (await findEntry(this.#pool, of))?.index;
  }

  /** How many entries of a kind the log has. */
  countOf(kind: string): Promise<number> {
    return countEntries(this.#pool, kind);
  }

  /** A tile or a bundle of what was signed; undefined where there is none. */
  async tile(resource: TileResource): Promise<Buffer | undefined> {
    return this.#tiles.get(resource, (await readSigned(this.#pool)).size);
  }

  /** The text of which a public entry has only the hash; undefined where there is none. */
  async textOf(kind: string, id: string): Promise<string | undefined> {
    const source = this.#sources.find(({ kinds, textOf }) => textOf !== undefined && kinds.includes(kind));
    return source?.textOf?.(this.#pool, id);
  }

  /** Whether there is such a fact, and where it has an owner, of that owner. */
  async hasFact(of: FactKey): Promise<boolean> {
    return (await this.#findFact(of)) !== undefined;
  }

  async #findFact(of: FactKey): Promise<Fact | undefined> {
    for (const { kinds, find } of this.#sources) {
      if (find === undefined || (kinds.length > 0 && !kinds.includes(of.kind))) continue;
      const fact = await find(this.#pool, of);
      if (fact !== undefined) return fact;
    }
    return undefined;
  }

  /**
   * The proof that a fact is in the log; undefined while it is not, or no checkpoint has it.
   * @param of.owner of a private fact; the caller has judged that it may be shown
   */
  async proofOf(of: FactKey): Promise<EntryProof | undefined> {
    const [entry, served] = await Promise.all([
      findEntry(this.#pool, of),
      readServed(this.#pool, this.#witnesses.needed),
    ]);
    if (entry === undefined) return undefined;
    const { index } = entry;
    // A checkpoint with cosignatures convinces more than the very last.
    const found = [served.counted, served.latest].find(
      (checkpoint) => checkpoint !== undefined && index < checkpoint.size,
    );
    if (found === undefined) return undefined;
    const { note, size } = found;
    const path = await proveInclusion({ index, size, readTile: tileReader(this.#pool) }, sha256);
    const proof = formatTlogProof({ index, path, checkpoint: note });
    const fact = await this.#findFact(of);
    // Only the owner learns where a private entry is.
    if (of.owner !== undefined && fact === undefined) return undefined;
    if (fact?.isPrivate !== true) return { index, proof, body: entry.entry, isUnchanged: true };
    const isUnchanged = this.#sealer.isEntryOf(fact, entry.entry);
    return { index, proof, body: fact.body, nonce: this.#sealer.nonceOf(fact), isUnchanged };
  }

  /** A page of a member's facts of a kind, in one order, after the one with this id. */
  async pageOf(
    kind: string,
    owner: Owner,
    from: { after?: string | undefined; limit: number },
  ): Promise<NumberedFact[]> {
    const source = this.#sources.find(({ kinds, page }) => page !== undefined && kinds.includes(kind));
    return this.#number(kind, (await source?.page?.(this.#pool, owner, from)) ?? []);
  }

  /** A member's facts of a kind about some subjects, as bets, oldest first. */
  async factsAbout(kind: string, owner: Owner, subjects: readonly string[]): Promise<NumberedFact[]> {
    const facts: Fact[] = [];
    for (const { kinds, about } of this.#sources) {
      if (about === undefined || (kinds.length > 0 && !kinds.includes(kind))) continue;
      facts.push(...(await about(this.#pool, owner, subjects)).filter((fact) => fact.kind === kind));
    }
    return this.#number(kind, facts);
  }

  /** Adds to private facts their numbers in the log, and their nonces. */
  async #number(kind: string, facts: readonly Fact[]): Promise<NumberedFact[]> {
    const ids = facts.map(({ id }) => id);
    const found =
      ids.length === 0 ? new Map<string, { index: number }>() : await findEntries(this.#pool, kind, ids);
    return facts.map((fact) => {
      const index = found.get(fact.id)?.index;
      const { id, body } = fact;
      return { id, body, nonce: this.#sealer.nonceOf(fact), ...(index === undefined ? {} : { index }) };
    });
  }

  /** Public facts of a kind by their ids, in that order, as far as the log has them. */
  async publicFacts(kind: string, ids: readonly string[]): Promise<NumberedFact[]> {
    const found = await findEntries(this.#pool, kind, ids);
    return ids.flatMap((id) => {
      const entry = found.get(id);
      return entry === undefined ? [] : [{ id, body: entry.entry, index: entry.index }];
    });
  }
}
