import { base64 } from '@touchline/verify/bytes';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { createFrontier } from '@touchline/verify/frontier';
import { KEY_KIND, readKeyChange, trustedKeys } from '@touchline/verify/key-changes';
import { parseVerifierKey, type VerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';
import { parseNote, verifyNote } from '@touchline/verify/note';
import type { Queryable } from '../../core/database/database.ts';
import { namedKey } from '../../core/public-log/keys.ts';
import type { Fact, FactRow, FactSource } from '../../core/public-log/facts.ts';
import { hashesOf, markShard } from './queries.ts';
import { leafOf, type EntrySealer } from './seal.ts';
import { sha256 } from './sha256.ts';
import { readKeys, type KeyRow } from './key-queries.ts';
import { nameOf } from './keys.ts';
import type { SignedState } from './state-file.ts';

/** Receives each difference as it is found. */
type Note = (difference: string) => void;

/** What was counted, and where the records differ, unless that was noted already. */
type Verified = { counts: Record<string, bigint>; differences: string[] };

/** What the public log is checked against. */
export type LogAgainst = {
  /** Everything that the log takes in. */
  sources: readonly FactSource[];
  sealer: EntrySealer;
  keys: {
    /** Name of the log in its first epoch. */
    origin: string;
    /** Public keys whose private parts this machine has. */
    publicKeys: readonly Uint8Array[];
  };
  /** What this machine's disk says was signed last. */
  state: SignedState | undefined;
};

/** Entries read in one query. */
const entriesAtOnce = 10_000;

/**
 * Holds the log against the database: all entries lead to the signed root, each fact is in the log as it is in its rows, and no
 * entry is without its fact. A row that was changed, removed or put in later with all that follows from it is found here, since
 * the log was signed before.
 * @param note receives the differences instead of the answer
 */
export const verifyLog = async (
  on: Queryable,
  note: Note | undefined,
  { sources, sealer, keys, state }: LogAgainst,
): Promise<Verified> => {
  const differences: string[] = [];
  const tell = note ?? ((difference: string) => void differences.push(difference));
  const { size, isWaiting } = await verifyTree(on, tell, { keys, state });
  const matched = new Uint8Array(size);
  let facts = 0n;
  for (const source of sources) {
    for await (const rows of takenRows(on, source)) {
      const page = rows.flatMap((row) => row.facts);
      facts += BigInt(page.length);
      await compare(on, page, { sealer, matched, tell });
    }
  }
  if (!isWaiting) await nameUnmatched(on, matched, tell);
  return { counts: { entries: BigInt(size), facts }, differences };
};

type Signed = { epoch: number; size: bigint; note: string };
type EpochRow = Signed & { is_opened: boolean; is_announced: boolean };
type LastEpoch = {
  signed: Signed | undefined;
  /** An epoch was opened that the server has not begun: until then it knows of no row that was taken. */
  isWaiting: boolean;
};

/**
 * The newest epoch that the log itself knows of. An epoch after the first is opened by an entry, which says in public what was
 * signed before and why.
 */
const lastEpoch = async (on: Queryable, tell: Note): Promise<LastEpoch> => {
  const { rows } = await on.query<EpochRow>(
    `select s.epoch, s.size, s.note,
       s.epoch = 1 or exists (select from log_entry e where e.kind = 'epoch' and e.id = s.epoch::text) as is_opened,
       exists (select from house_fact f where f.kind = 'epoch' and f.id = s.epoch::text) as is_announced
     from log_signed s order by s.epoch desc`,
  );
  let isWaiting = false;
  for (const { is_opened: isOpened, is_announced: isAnnounced, ...signed } of rows) {
    if (isOpened) return { signed, isWaiting };
    if (isAnnounced) isWaiting = true;
    tell(
      isAnnounced
        ? `epoch ${signed.epoch} is open, and its entry is not in the log yet: start the server, and verify again`
        : `epoch ${signed.epoch} has no entry in the log`,
    );
  }
  return { signed: undefined, isWaiting };
};

/** The signed tree, and that of the disk, against the entries. @returns how many entries there are, and whether rows can be compared */
const verifyTree = async (
  on: Queryable,
  tell: Note,
  { keys, state }: Pick<LogAgainst, 'keys' | 'state'>,
): Promise<{ size: number; isWaiting: boolean }> => {
  const { signed: last, isWaiting } = await lastEpoch(on, tell);
  const marks = new Map<number, { root: string; by: string }>();
  const signers = last === undefined ? [] : await verifyKeys(on, tell, { epoch: last.epoch, keys });
  if (last !== undefined && last.note !== '') {
    const root = signedRoot(last, signers);
    if (root === undefined)
      tell(`the checkpoint of ${last.size} entries is not signed by the key of the log`);
    else marks.set(Number(last.size), { root, by: 'the last checkpoint' });
  }
  const frontier = createFrontier({}, sha256);
  const checkAt = (at: number, { root, by }: { root: string; by: string }): void => {
    const found = base64(frontier.root());
    if (found !== root) tell(`the first ${at} entries are not those that ${by} signed`);
  };
  for (;;) {
    const { rows } = await on.query<{ seq: bigint; entry: string }>(
      'select seq, entry from log_entry where seq >= $1 order by seq limit $2',
      [frontier.size, entriesAtOnce],
    );
    for (const { seq, entry } of rows) {
      if (Number(seq) !== frontier.size) {
        tell(`entry ${frontier.size} of the log is missing`);
        return { size: frontier.size, isWaiting };
      }
      frontier.append(leafOf(entry));
      const mark = marks.get(frontier.size);
      if (mark) checkAt(frontier.size, mark);
      if (state?.epoch === last?.epoch && state?.size === frontier.size)
        checkAt(frontier.size, { root: state.root, by: 'this machine' });
    }
    if (rows.length < entriesAtOnce) break;
  }
  for (const [at, { by }] of marks) {
    if (at > frontier.size) tell(`${by} has ${at} entries, and the log has ${frontier.size}`);
  }
  if (state !== undefined && state.epoch === last?.epoch && state.size > frontier.size)
    tell(`this machine signed ${state.size} entries, and the log has ${frontier.size}`);
  await compareEdge(on, tell, frontier);
  return { size: frontier.size, isWaiting };
};

/** A key that signs trees of the epoch which have an entry. */
type SigningKey = Pick<KeyRow, 'vkey' | 'since'>;

/**
 * The keys of an epoch. Each but the first is brought by an entry that the one before has signed, and the last is that of this
 * machine, so that no one without its private key can put another in its place.
 */
const verifyKeys = async (
  on: Queryable,
  tell: Note,
  { epoch, keys: { origin, publicKeys } }: { epoch: number } & Pick<LogAgainst, 'keys'>,
): Promise<SigningKey[]> => {
  const name = nameOf(origin, epoch);
  const own = publicKeys.map((publicKey) => namedKey(name, publicKey).vkey);
  const { rows: entries } = await on.query<{ seq: bigint; id: string; entry: string }>(
    'select seq, id, entry from log_entry where kind = $1 order by seq',
    [KEY_KIND],
  );
  for (const { seq, id, entry } of entries) {
    if (readKeyChange(entry) === undefined)
      tell(`key ${id} of entry ${seq} of the log is not signed by the old and the new key`);
  }
  const rows = await readKeys(on, epoch);
  const [first, ...others] = rows.filter(({ since }) => since !== null);
  // A log that was not signed since its keys are noted.
  if (first === undefined) return own.map((vkey) => ({ vkey, since: 0 }));
  let before = first.vkey;
  for (const { number, vkey, since } of others) {
    const found = entries.find(({ id }) => id === String(number));
    const change = found && readKeyChange(found.entry);
    if (change?.old !== before || change.new !== vkey || Number(found?.seq) !== since)
      tell(`key ${number} is not what entry ${since} of the log brought`);
    before = vkey;
  }
  const proofs = others.map(({ number, proof }) => ({
    body: entries.find(({ id }) => id === String(number))?.entry ?? '',
    proof: proof ?? '',
  }));
  const start = readKey(first.vkey);
  if (start === undefined || trustedKeys(start, proofs).length !== others.length + 1)
    tell('the proofs of the keys of the log do not lead from the first to the last');
  if (own.length > 0 && !own.includes(before))
    tell(`the log is signed with ${before}, whose private key is not on this machine`);
  return [first, ...others];
};

const readKey = (vkey: string): VerifierKey | undefined => {
  try {
    return parseVerifierKey(vkey);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
};

/** The root that a checkpoint signs, base64; undefined when the key that was in force did not sign it. */
const signedRoot = (
  { size, note }: { size: bigint; note: string },
  keys: readonly SigningKey[],
): string | undefined => {
  const inForce = keys.findLast(({ since }) => since === 0 || (since !== null && since < Number(size)));
  if (inForce === undefined) return undefined;
  try {
    // A log whose keys are not noted yet may have any of this machine.
    const known = keys
      .filter(({ since }) => since === inForce.since)
      .map(({ vkey }) => parseVerifierKey(vkey));
    const parsed = parseNote(note);
    const verdict = verifyNote(parsed, known);
    return verdict.ok ? base64(parseCheckpoint(parsed.text).root) : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
};

const compareEdge = async (
  on: Queryable,
  tell: Note,
  { size, edge }: { readonly size: number; edge: () => Uint8Array[] },
): Promise<void> => {
  const { rows } = await on.query<{ size: bigint; edge: Buffer }>(
    'select size, edge from log_tree where one',
  );
  const tree = rows[0];
  const isSame =
    tree !== undefined &&
    Number(tree.size) === size &&
    hashesOf(tree.edge).map(base64).join() === edge().map(base64).join();
  if (!isSame) tell(`the tree of the log is not that of its ${size} entries`);
};

/** The rows of a source that the log has taken, page by page. */
async function* takenRows(on: Queryable, source: FactSource): AsyncGenerator<readonly FactRow[]> {
  const { rows: marks } = await on.query<{ tx: bigint; taken: number }>(
    'select tx, taken from log_mark where source = $1 and shard = $2',
    [source.name, markShard],
  );
  const [mark] = marks;
  if (mark === undefined) return;
  const limit = source.rowsAtOnce;
  let from = 0n;
  let skip = 0;
  for (;;) {
    const rows = await source.read(on, { from, below: mark.tx, skip, limit });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) break;
    const tx = rows.at(-1)?.tx ?? from;
    const ofLast = rows.filter((row) => row.tx === tx).length;
    skip = tx === from ? skip + ofLast : ofLast;
    from = tx;
  }
  // Only the first rows of the transaction at the mark were taken.
  if (mark.taken > 0) {
    const at = { from: mark.tx, below: mark.tx + 1n, skip: 0, limit: mark.taken };
    yield await source.read(on, at);
  }
}

/** Compares facts with their entries, and marks those that were found. */
const compare = async (
  on: Queryable,
  facts: readonly Fact[],
  { sealer, matched, tell }: { sealer: EntrySealer; matched: Uint8Array; tell: Note },
): Promise<void> => {
  if (facts.length === 0) return;
  const { rows } = await on.query<{ n: number; seq: bigint | null; entry: string | null }>(
    `select t.n::int as n, e.seq, e.entry
     from unnest($1::text[], $2::text[]) with ordinality as t (kind, id, n)
     left join lateral (select seq, entry from log_entry e where e.kind = t.kind and e.id = t.id limit 1) e on true`,
    [facts.map(({ kind }) => kind), facts.map(({ id }) => id)],
  );
  for (const { n, seq, entry } of rows) {
    const fact = facts[n - 1];
    if (fact === undefined) continue;
    const name = `${fact.kind} ${fact.id}`;
    if (seq === null || entry === null) {
      tell(`${name} is not in the log, though its transaction was taken`);
      continue;
    }
    matched[Number(seq)] = 1;
    if (!sealer.isEntryOf(fact, entry)) tell(`${name} is another than in entry ${seq} of the log`);
  }
};

/** Entries whose rows are gone. */
const nameUnmatched = async (on: Queryable, matched: Uint8Array, tell: Note): Promise<void> => {
  const lost: number[] = [];
  for (let seq = 0; seq < matched.length; seq++) {
    if (matched[seq] === 0) lost.push(seq);
    if (lost.length === entriesAtOnce || (seq === matched.length - 1 && lost.length > 0)) {
      const { rows } = await on.query<{ seq: bigint; kind: string; id: string }>(
        'select seq, kind, id from log_entry where seq = any ($1::bigint[]) order by seq',
        [lost.splice(0)],
      );
      for (const { seq, kind, id } of rows)
        tell(`${kind} ${id} of entry ${seq} of the log has no row any more`);
    }
  }
};
