import { createHash } from 'node:crypto';
import { createFold } from '@touchline/house/fold';
import type { HouseState } from '@touchline/house/state';
import { base64, fromUtf8, sameBytes } from '@touchline/verify/bytes';
import { parseCheckpoint, type Checkpoint } from '@touchline/verify/checkpoint';
import { createFrontier } from '@touchline/verify/frontier';
import { KEY_KIND, readKeyChange } from '@touchline/verify/key-changes';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';
import { leafHash, verifyConsistency, verifyInclusion } from '@touchline/verify/merkle';
import { parseNote, verifyNote, type Note } from '@touchline/verify/note';
import {
  bundleOf,
  decodeBundle,
  newBundles,
  proveConsistency,
  proveInclusion,
  TILE_WIDTH,
} from '@touchline/verify/tiles';
import { readEntry, readTexts, textFor } from './entries.ts';
import { schemaFault } from './entry-schemas.ts';
import { compareFigures } from './figures.ts';
import type { Fault } from './fault.ts';
import { LogAway, type LogSource } from './log-source.ts';
import { createCounter, emptyTallies, type Tallies } from './tallies.ts';

/** What the auditor knows of a log: all entries up to here were read and led to the signed root. */
export type FollowedLog = {
  size: number;
  root: Uint8Array;
  /** Hashes of the edge of the tree, from which it continues. */
  edge: readonly Uint8Array[];
  /** The last checkpoint, as a signed note; empty before the first. */
  note: string;
  tallies: Tallies;
  /** Verifier keys that the log has gone over, by its entries: the last one signs. Empty while it has had one alone. */
  keys: readonly string[];
  /** What the figures of the house are made of; undefined where it must be made of all entries again. */
  house: HouseState | undefined;
};

/** A log of which nothing was seen yet. */
export const nothingFollowed: FollowedLog = {
  size: 0,
  root: new Uint8Array(0),
  edge: [],
  note: '',
  tallies: emptyTallies,
  keys: [],
  house: undefined,
};

/** The result of one look at a log. */
export type Look = {
  /** As before where a fault forbids to continue. */
  followed: FollowedLog;
  faults: readonly Fault[];
  /** Names of known witnesses that cosigned the checkpoint. */
  witnesses: readonly string[];
};

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/**
 * Looks at a log once: takes its newest checkpoint, reads all entries that are new, and checks that they lead from the tree seen
 * before to the one that is signed now.
 * @param parts.log keys that may sign for the log
 * @param parts.enough how many of the witnesses must have cosigned
 * @param parts.pick chooses the entry that is read again, of a number of entries; by chance if not given
 * @throws LogAway when it does not answer
 */
export async function look(
  before: FollowedLog,
  parts: {
    source: LogSource;
    log: readonly VerifierKey[];
    witnesses: readonly VerifierKey[];
    enough: number;
    pick?: (size: number) => number;
  },
): Promise<Look> {
  const { source, log, witnesses, enough, pick = randomBelow } = parts;
  // What is shown is asked for before the checkpoint, which then has all entries of it.
  const shown = await source.housePage();
  const note = await source.checkpoint();
  const read = readNote(note, log);
  if (read.fault) return { followed: before, faults: [read.fault], witnesses: [] };
  const { checkpoint, parsed } = read;
  // Only new entries can bring a key that is not known yet.
  const unsigned = judgeSigner(parsed, { log, keys: before.keys, note });
  if (unsigned && (unsigned.code === 'bad-signature' || checkpoint.size <= before.size)) {
    return { followed: before, faults: [unsigned], witnesses: [] };
  }
  const cosigned = cosignersOf(parsed, witnesses);
  const faults: Fault[] = [];
  if (cosigned.length < enough) {
    faults.push({
      code: 'too-few-witnesses',
      detail: `${cosigned.length} of ${enough} witnesses cosigned the checkpoint of ${checkpoint.size} entries`,
    });
  }
  const contradiction = against(before, checkpoint, note);
  if (contradiction) return { followed: before, faults: [...faults, contradiction], witnesses: cosigned };
  if (checkpoint.size === before.size && before.note !== '' && before.house !== undefined) {
    faults.push(...compareFigures(shown, before.house), ...(await readAgain(before, { source, pick })));
    return { followed: { ...before, note }, faults, witnesses: cosigned };
  }
  try {
    const { followed, found } = await readOn(await withFigures(before, source), {
      source,
      size: checkpoint.size,
      note,
    });
    const unknown = judgeSigner(parsed, { log, keys: followed.keys, note });
    if (unknown) return { followed: before, faults: [...faults, ...found, unknown], witnesses: cosigned };
    faults.push(...found);
    if (!sameBytes(followed.root, checkpoint.root)) {
      faults.push({
        code: 'other-tree',
        detail: `the first ${checkpoint.size} entries have the root ${base64(followed.root)}, and ${base64(checkpoint.root)} is signed`,
        evidence: { before: before.note, after: note },
      });
      return { followed: before, faults, witnesses: cosigned };
    }
    const hasGrown = await provesGrowth(before, { source, followed });
    if (!hasGrown) {
      faults.push({
        code: 'wrong-tiles',
        detail: `the tiles do not prove that ${before.size} entries have grown to ${checkpoint.size}`,
      });
    } else if (before.size > 0) {
      faults.push(...(await readAgain(followed, { source, pick })));
    }
    if (followed.house !== undefined) faults.push(...compareFigures(shown, followed.house));
    return { followed, faults, witnesses: cosigned };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    faults.push({ code: 'malformed', detail: error.message });
    return { followed: before, faults, witnesses: cosigned };
  }
}

/** The checkpoint of a note under the name of the log, or why it is none. */
function readNote(
  note: string,
  log: readonly VerifierKey[],
): { fault: Fault } | { fault?: undefined; checkpoint: Checkpoint; parsed: Note } {
  try {
    const parsed = parseNote(note);
    const checkpoint = parseCheckpoint(parsed.text);
    if (log.some(({ name }) => name === checkpoint.origin)) return { checkpoint, parsed };
    const detail = `the checkpoint is of the log "${checkpoint.origin}"`;
    return { fault: { code: 'bad-signature', detail, evidence: { note } } };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { fault: { code: 'malformed', detail: `checkpoint: ${error.message}`, evidence: { note } } };
  }
}

/**
 * Whether the key in force signed a checkpoint: the last to which entries have led, from or to one that is trusted.
 * @param parts.log keys that are trusted
 * @param parts.keys that the log has gone over by its entries
 */
function judgeSigner(
  parsed: Note,
  { log, keys, note }: { log: readonly VerifierKey[]; keys: readonly string[]; note: string },
): Fault | undefined {
  const evidence = { note };
  const last = keys.at(-1);
  const trusted = log.map(formatVerifierKey);
  if (last !== undefined && !keys.some((key) => trusted.includes(key))) {
    const detail = `entries of the log lead from ${keys[0]} to ${last}, and none of its keys is the one that was given`;
    return { code: 'unknown-key', detail, evidence };
  }
  const inForce = last === undefined ? log : [parseVerifierKey(last)];
  const verdict = verifyNote(parsed, inForce);
  if (verdict.ok) return undefined;
  if (verdict.reason === 'forged-signature') {
    const detail = 'the checkpoint is not signed by the key of the log';
    return { code: 'bad-signature', detail, evidence };
  }
  const detail = 'the checkpoint is signed by a key to which no entry of the log leads, or that was replaced';
  return { code: 'unknown-key', detail, evidence };
}

/** Names of known witnesses that cosigned a checkpoint. */
function cosignersOf(parsed: Note, witnesses: readonly VerifierKey[]): string[] {
  const verdict = verifyNote(parsed, witnesses);
  return verdict.ok ? verdict.verified.map(({ key }) => key.name) : [];
}

/** What a checkpoint says against the one before it. */
function against(
  before: FollowedLog,
  now: { size: number; root: Uint8Array },
  note: string,
): Fault | undefined {
  const evidence = { before: before.note, after: note };
  if (now.size < before.size) {
    return {
      code: 'shrunk',
      detail: `${before.size} entries were signed, and ${now.size} are shown`,
      evidence,
    };
  }
  if (now.size === before.size && before.note !== '' && !sameBytes(now.root, before.root)) {
    return { code: 'forked', detail: `two trees of ${now.size} entries are signed`, evidence };
  }
  return undefined;
}

/**
 * The same with what figures are made of. Where that was made by another version, all entries are read again, and must be those that were
 * read before.
 */
async function withFigures(before: FollowedLog, source: LogSource): Promise<FollowedLog> {
  if (before.house !== undefined || before.size === 0) return before;
  const { followed } = await readOn(nothingFollowed, { source, size: before.size, note: before.note });
  if (!sameBytes(followed.root, before.root))
    throw new Malformed(`the first ${before.size} entries are not those that were read before`);
  return { ...before, house: followed.house };
}

/** Reads the entries up to a size, and continues the tree. */
async function readOn(
  before: FollowedLog,
  { source, size, note }: { source: LogSource; size: number; note: string },
): Promise<{ followed: FollowedLog; found: Fault[] }> {
  const frontier = createFrontier({ size: before.size, edge: before.edge }, sha256);
  const found: Fault[] = [];
  const counter = createCounter(before.tallies);
  const keys = [...before.keys];
  // What was known stays as it is, should this look find another tree.
  const fold = createFold(before.house && structuredClone(before.house));
  for (const bundle of newBundles(before.size, size)) {
    const entries = decodeBundle(await source.bundle(bundle));
    if (entries.length < bundle.width) {
      throw new LogAway(`bundle ${bundle.index} has ${entries.length} of ${bundle.width} entries`);
    }
    const texts = await readTexts(entries, { fold, source });
    for (let at = frontier.size - bundle.index * TILE_WIDTH; at < bundle.width; at++) {
      const bytes = entries[at];
      if (bytes === undefined) throw new Malformed(`bundle ${bundle.index} lacks an entry`);
      const index = frontier.size;
      frontier.append(leafHash(bytes, sha256));
      try {
        const entry = readEntry(bytes);
        const fault = schemaFault(entry);
        if (fault !== undefined) throw new Malformed(fault);
        found.push(...counter.count(entry, index));
        if (entry.fact.kind === KEY_KIND) found.push(...goOver(keys, bytes, { note, index }));
        const text = fold.needsText(entry.fact) ? await textFor(entry, { texts, source }) : undefined;
        if (text?.fault !== undefined) found.push({ ...text.fault, evidence: { index } });
        for (const finding of fold.add(entry, text?.text)) found.push({ ...finding, evidence: { index } });
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        found.push({ code: 'malformed', detail: `entry ${index}: ${error.message}`, evidence: { index } });
        fold.skip();
      }
    }
  }
  return {
    followed: {
      size: frontier.size,
      root: frontier.root(),
      edge: frontier.edge(),
      note,
      tallies: counter.now(),
      keys,
      house: fold.state(),
    },
    found,
  };
}

/** Follows the log to its next key. @param keys is added to */
function goOver(
  keys: string[],
  bytes: Uint8Array,
  { note, index }: { note: string; index: number },
): Fault[] {
  const change = readKeyChange(fromUtf8(bytes));
  const { origin } = parseCheckpoint(parseNote(note).text);
  if (change === undefined) {
    const detail = `entry ${index}: a change of the key that the old and the new key have not signed`;
    return [{ code: 'unknown-key', detail, evidence: { index } }];
  }
  // Changes of an earlier epoch say nothing about this one.
  if (change.oldKey.name !== origin) return [];
  const last = keys.at(-1);
  if (last !== undefined && last !== change.old) {
    const detail = `entry ${index}: a change from ${change.old}, and the log is signed with ${last}`;
    return [{ code: 'unknown-key', detail, evidence: { index } }];
  }
  if (last === undefined) keys.push(change.old);
  keys.push(change.new);
  return [];
}

/** Whether a stranger who reads hashes alone finds the same. */
async function provesGrowth(
  before: FollowedLog,
  { source, followed }: { source: LogSource; followed: FollowedLog },
): Promise<boolean> {
  if (before.size === 0) return true;
  const proof = await proveConsistency(
    { oldSize: before.size, size: followed.size, readTile: source.tile },
    sha256,
  );
  return verifyConsistency(
    { oldSize: before.size, oldRoot: before.root, newSize: followed.size, newRoot: followed.root, proof },
    sha256,
  );
}

function randomBelow(size: number): number {
  return Math.floor(Math.random() * size);
}

/**
 * Reads one entry again, and proves from tiles that it is in the tree that was followed. The hashes of its proof cover the whole
 * tree, so that a log whose past was computed again is found whichever entry is read.
 */
async function readAgain(
  { size, root }: Pick<FollowedLog, 'size' | 'root'>,
  { source, pick }: { source: LogSource; pick: (size: number) => number },
): Promise<Fault[]> {
  if (size === 0) return [];
  const index = pick(size);
  try {
    const entry = decodeBundle(await source.bundle(bundleOf(index, size)))[index % TILE_WIDTH];
    const proof = await proveInclusion({ index, size, readTile: source.tile }, sha256);
    const isThere =
      entry !== undefined &&
      verifyInclusion({ leaf: leafHash(entry, sha256), index, size, proof, root }, sha256);
    if (isThere) return [];
    const detail = `entry ${index} and its tiles no longer lead to the tree of ${size} entries that was read`;
    return [{ code: 'other-tree', detail, evidence: { index } }];
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return [{ code: 'malformed', detail: error.message }];
  }
}
