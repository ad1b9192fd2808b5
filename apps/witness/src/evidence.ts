import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddCheckpoint } from '@touchline/verify/add-checkpoint';
import { base64, sameBytes } from '@touchline/verify/bytes';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { type Note, formatNote, parseNote } from '@touchline/verify/note';
import { appendLine, codeOf, createFile } from './files.ts';
import type { Suspicion } from './judge.ts';
import type { CosignedCheckpoint } from './state.ts';

/** A refusal that is kept: what was cosigned, and what the log signed as well. */
type Evidence = {
  suspicion: Suspicion;
  origin: string;
  request: Pick<AddCheckpoint, 'oldSize' | 'proof'>;
  /** What the log signed, with the log's signatures alone: others could make any number of files of one checkpoint. */
  refused: Note;
  /** Undefined when nothing was cosigned before. */
  latest: CosignedCheckpoint | undefined;
  /** In milliseconds since 1970. */
  timeMs: number;
};

/** Most files of a log and suspicion. Only the log can cause evidence, so that the first files are enough. */
const KEPT_MAX = 200;
/** Older doubts of a log, of which the signed note alone is kept, a line each. A log takes days to sign as many. */
const OLDER_MAX = 100_000;
/** Cosigned trees of a log that are remembered since the start. */
const TREES_MAX = 4_096;

/** Suspicions that prove nothing alone. */
const doubtful = ['not-consistent', 'smaller'] as const;

/** A tree that the log signed. */
type Tree = { size: number; root: Uint8Array; note: string };
type OlderDoubt = Tree & { origin: string; suspicion: Suspicion };
/** A doubt as its file has it. */
type Doubt = OlderDoubt & { name: string };

const treeOf = (note: string): Tree => {
  const { size, root } = parseCheckpoint(parseNote(note).text);
  return { size, root, note };
};
/** The file with the older doubts of a log. */
const olderFile = (origin: string): string => `older-${shortHash(origin)}.jsonl`;
const prefixOf = (origin: string, suspicion: Suspicion): string => `${suspicion}-${shortHash(origin)}-`;

/** Where evidence is kept, and doubts, which are refusals that prove nothing alone: anyone can cause them. */
export class EvidenceFolder {
  readonly #folder: string;
  readonly #names: Set<string>;
  /** The oldest first. */
  readonly #doubts: Doubt[];
  readonly #older: OlderDoubts;
  readonly #cosigned = new Map<string, Map<number, Tree>>();

  private constructor(of: { folder: string; names: Set<string>; doubts: Doubt[]; older: OlderDoubts }) {
    this.#folder = of.folder;
    this.#names = of.names;
    this.#doubts = of.doubts;
    this.#older = of.older;
  }

  /** Opens the folder, which it makes if need be. */
  static async open(folder: string): Promise<EvidenceFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = new Set(await readdir(folder));
    const doubts = await readDoubts(folder, names);
    const older = await readOlder(folder, names);
    return new EvidenceFolder({ folder, names, doubts, older });
  }

  /** How many refusals of a log are kept, by suspicion. */
  count(origin: string, suspicion: Suspicion): number {
    const prefix = prefixOf(origin, suspicion);
    const files = [...this.#names].filter((name) => name.startsWith(prefix));
    return files.length + this.#older.count(origin, suspicion);
  }

  /** Keeps a refusal; one that is there already, or is about a tree that was cosigned, is not kept. */
  async keep(evidence: Evidence): Promise<void> {
    const { suspicion, origin, refused, latest } = evidence;
    const before = latest?.note ?? null;
    if (suspicion === 'two-roots') {
      await this.#prove(evidence, before);
      return;
    }
    const tree = treeOf(formatNote(refused));
    const sameSize = this.#treesOf(origin, tree.size);
    const other = sameSize.find(({ root }) => !sameBytes(root, tree.root));
    // Two trees of one size that the log signed are the proof, no matter who sent them.
    if (other !== undefined) await this.#prove(evidence, other.note);
    // Else a tree of this size is the log's own checkpoint, sent late or with a wrong proof by anyone.
    else if (sameSize.length === 0) {
      const name = await this.#write(evidence, before);
      if (name !== undefined) await this.#addDoubt({ ...tree, name, origin, suspicion });
    }
  }

  /** Settles the doubts about trees of this size: the same tree was the log's own, another one proves that it forked. */
  async settle(origin: string, { note, time }: CosignedCheckpoint): Promise<void> {
    const tree = treeOf(note);
    this.#remember(origin, tree);
    const files = this.#doubts.filter((each) => each.origin === origin && each.size === tree.size);
    for (const doubt of [...files, ...this.#older.takeSize(origin, tree.size)]) {
      if (sameBytes(doubt.root, tree.root)) continue;
      const request = { oldSize: tree.size, proof: [] };
      const refused = parseNote(doubt.note);
      const latest = { note, time };
      await this.#prove(
        { suspicion: 'two-roots', origin, request, refused, latest, timeMs: time * 1_000 },
        note,
      );
    }
    for (const doubt of files) await this.#drop(doubt);
  }

  /** Trees of a size that the log signed, as far as they are known. */
  #treesOf(origin: string, size: number): Tree[] {
    return [
      this.#cosigned.get(origin)?.get(size),
      ...this.#doubts.filter((doubt) => doubt.origin === origin && doubt.size === size),
      ...this.#older.ofSize(origin, size),
    ].filter((each) => each !== undefined);
  }

  #remember(origin: string, tree: Tree): void {
    const trees = this.#cosigned.get(origin) ?? new Map<number, Tree>();
    this.#cosigned.set(origin, trees.set(tree.size, tree));
    const [first] = trees.keys();
    if (trees.size > TREES_MAX && first !== undefined) trees.delete(first);
  }

  async #addDoubt(doubt: Doubt): Promise<void> {
    const { origin, suspicion } = doubt;
    this.#doubts.push(doubt);
    const same = this.#doubts.filter((each) => each.origin === origin && each.suspicion === suspicion);
    // A new one is always kept, so that no one hides the next by many.
    const [oldest] = same;
    if (same.length > KEPT_MAX && oldest !== undefined) await this.#shorten(oldest);
  }

  /** Keeps the note of a doubt, and no longer its file: the note is what proves a fork once another tree of its size is known. */
  async #shorten(doubt: Doubt): Promise<void> {
    if (this.#older.add(doubt)) {
      const { origin, suspicion, note } = doubt;
      const line = JSON.stringify({ origin, suspicion, refused: note });
      await appendLine(join(this.#folder, olderFile(origin)), line);
    }
    await this.#drop(doubt);
  }

  async #drop(doubt: Doubt): Promise<void> {
    this.#doubts.splice(this.#doubts.indexOf(doubt), 1);
    this.#names.delete(doubt.name);
    await rm(join(this.#folder, doubt.name), { force: true });
  }

  async #prove(evidence: Evidence, before: string | null): Promise<void> {
    if (this.count(evidence.origin, 'two-roots') < KEPT_MAX) {
      await this.#write({ ...evidence, suspicion: 'two-roots' }, before);
    }
  }

  /** Writes a file. @returns its name; undefined where there is one already */
  async #write(
    { suspicion, origin, request, refused, timeMs }: Evidence,
    before: string | null,
  ): Promise<string | undefined> {
    const name = `${prefixOf(origin, suspicion)}${shortHash(refused.text)}.json`;
    if (this.#names.has(name)) return undefined;
    const content = {
      v: 1,
      suspicion,
      origin,
      time: new Date(timeMs).toISOString(),
      cosigned: before,
      refused: formatNote(refused),
      old: request.oldSize,
      proof: request.proof.map(base64),
    };
    this.#names.add(name);
    try {
      await createFile(join(this.#folder, name), `${JSON.stringify(content, undefined, 2)}\n`);
      return name;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return undefined;
      this.#names.delete(name);
      throw error;
    }
  }
}

/** Reads the doubts that are kept, the oldest first. */
async function readDoubts(folder: string, names: ReadonlySet<string>): Promise<Doubt[]> {
  const kept: (Doubt & { time: string })[] = [];
  for (const name of names) {
    const suspicion = doubtful.find((each) => name.startsWith(`${each}-`));
    if (suspicion === undefined || !name.endsWith('.json')) continue;
    const content: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
    const { refused, origin, time } = Object(content);
    kept.push({ ...treeOf(String(refused)), name, origin: String(origin), suspicion, time: String(time) });
  }
  return kept.toSorted((a, b) => a.time.localeCompare(b.time)).map(({ time: _time, ...doubt }) => doubt);
}

/** Older doubts in memory, by log and size. */
class OlderDoubts {
  readonly #bySize = new Map<string, Map<number, OlderDoubt[]>>();
  readonly #counts = new Map<string, number>();

  ofSize(origin: string, size: number): readonly OlderDoubt[] {
    return this.#bySize.get(origin)?.get(size) ?? [];
  }

  count(origin: string, suspicion: Suspicion): number {
    return this.#counts.get(`${suspicion} ${origin}`) ?? 0;
  }

  /** @returns false where the tree is kept already, or the log has the most */
  add(doubt: OlderDoubt): boolean {
    const { origin, size, root } = doubt;
    const same = this.ofSize(origin, size);
    if (same.some((each) => sameBytes(each.root, root))) return false;
    if ((this.#counts.get(origin) ?? 0) >= OLDER_MAX) return false;
    const sizes = this.#bySize.get(origin) ?? new Map<number, OlderDoubt[]>();
    this.#bySize.set(origin, sizes.set(size, [...same, doubt]));
    this.#change(doubt, 1);
    return true;
  }

  /** Removes those of a size. */
  takeSize(origin: string, size: number): readonly OlderDoubt[] {
    const taken = this.ofSize(origin, size);
    this.#bySize.get(origin)?.delete(size);
    for (const doubt of taken) this.#change(doubt, -1);
    return taken;
  }

  #change({ origin, suspicion }: OlderDoubt, by: number): void {
    for (const name of [origin, `${suspicion} ${origin}`]) {
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
    }
  }
}

/** Reads older doubts; a line that was cut off when the process was killed has its file still. */
async function readOlder(folder: string, names: ReadonlySet<string>): Promise<OlderDoubts> {
  const older = new OlderDoubts();
  for (const name of names) {
    if (!name.startsWith('older-')) continue;
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      const read = readLine(line);
      if (read !== undefined) older.add(read);
    }
  }
  return older;
}

function readLine(line: string): OlderDoubt | undefined {
  try {
    const content: unknown = JSON.parse(line);
    const { refused, origin, suspicion: text } = Object(content);
    const suspicion = doubtful.find((each) => each === text);
    return suspicion && { ...treeOf(String(refused)), origin: String(origin), suspicion };
  } catch {
    return undefined;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
