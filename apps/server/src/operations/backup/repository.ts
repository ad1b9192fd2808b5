import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { NotOpened, type Sealing } from './sealing.ts';
import type { Kept, Vault } from './vault.ts';
import { parseSegment, segmentName, startOf, type Segment } from './wal-names.ts';

/** What all backups of a repository are of. */
const About = Type.Object({
  /** The number that `initdb` gave the cluster; its copies have the same. */
  systemId: Type.String({ pattern: '^[0-9]{1,20}$' }),
  segmentBytes: Type.Integer({ minimum: 1 }),
});
export type About = Static<typeof About>;

/** The record of a complete base backup. Positions are those of the write-ahead log. */
const Base = Type.Object({
  id: Type.String(),
  startedAt: Type.String(),
  endedAt: Type.String(),
  /** The log is needed from here. */
  start: Type.String(),
  /** A restore is consistent from here on. */
  stop: Type.String(),
  timeline: Type.Integer({ minimum: 1 }),
  /** Objects that its archive was cut into, and the bytes of all. */
  parts: Type.Integer({ minimum: 1 }),
  bytes: Type.Integer({ minimum: 1 }),
  /** Files of the data folder at its time, as `uploads/ab/abc…`. */
  files: Type.Array(Type.String()),
});
export type Base = Static<typeof Base>;

/** A file of the write-ahead log in the repository. */
export type KeptWal = {
  segment: Segment;
  name: string;
  /** The bytes it has from its start; less than a whole file while that is being written. */
  filled: number;
};

/** What a piece of the log holds, and when PostgreSQL sent the last of it. */
type WalContent = { sentAt: Date; bytes: Buffer };

/** The repository has backups of another cluster. */
export class WrongCluster extends Error {}

const timeBytes = 8;
const partMark = '.part-';

export const partName = (id: string, part: number): string =>
  `base/${id}/data-${String(part).padStart(6, '0')}`;
export const manifestName = (id: string): string => `base/${id}/files`;
const recordName = (id: string): string => `base/${id}/record`;

const parse = <T extends TSchema>(schema: T, name: string, bytes: Buffer): Static<T> => {
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  if (!Value.Check(schema, value)) throw new NotOpened(`${name} has another form than this version reads`);
  return value;
};

const walName = (segment: Segment, filled: number): string => {
  const whole = `wal/${segmentName(segment)}`;
  return filled === segment.bytes ? whole : `${whole}${partMark}${filled.toString(16).padStart(8, '0')}`;
};

const readWalName = (name: string, segmentBytes: number): KeptWal | undefined => {
  const [, file, part] = /^wal\/([0-9A-F]{24})(?:\.part-([0-9a-f]{8}))?$/.exec(name) ?? [];
  if (file === undefined) return undefined;
  const filled = part === undefined ? segmentBytes : Number.parseInt(part, 16);
  return { segment: parseSegment(file, segmentBytes), name, filled };
};

/** A repository of backups: sealed objects in a vault. */
export class Repository {
  readonly where: string;
  readonly keyId: string;
  readonly #vault: Vault;
  readonly #sealing: Sealing;
  /** Pieces of the same file, in this process: the longest and its name. */
  readonly #pieces = new Map<string, string>();

  /** @param sealing with the key of all its objects */
  constructor(vault: Vault, sealing: Sealing) {
    this.where = vault.where;
    this.keyId = sealing.keyId;
    this.#vault = vault;
    this.#sealing = sealing;
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#vault.put(name, await this.#sealing.seal(name, bytes));
  }

  async #writeJson(name: string, value: unknown): Promise<void> {
    await this.write(name, Buffer.from(JSON.stringify(value)));
  }

  /** @throws NotOpened also where there is none */
  async read(name: string): Promise<Buffer> {
    const found = await this.find(name);
    if (found === undefined) throw new NotOpened(`${name} is missing in ${this.where}`);
    return found;
  }

  async find(name: string): Promise<Buffer | undefined> {
    const sealed = await this.#vault.get(name);
    return sealed && (await this.#sealing.open(name, sealed));
  }

  list(prefix: string): Promise<Kept[]> {
    return this.#vault.list(prefix);
  }

  remove(name: string): Promise<void> {
    return this.#vault.remove(name);
  }

  /** Notes which cluster it is of, or checks it. @throws WrongCluster */
  async claim(about: About): Promise<void> {
    const found = await this.find('about');
    if (found === undefined) {
      await this.#writeJson('about', about);
      return;
    }
    const { systemId } = parse(About, 'about', found);
    if (systemId !== about.systemId) {
      throw new WrongCluster(
        `${this.where} has backups of the cluster ${systemId}, and this is the cluster ${about.systemId}: give each its own place`,
      );
    }
  }

  /** @throws NotOpened where it holds nothing yet */
  async about(): Promise<About> {
    return parse(About, 'about', await this.read('about'));
  }

  /** Complete base backups, the oldest first. */
  async bases(): Promise<Base[]> {
    const records = (await this.#vault.list('base/')).filter(({ name }) => name.endsWith('/record'));
    const bases = await Promise.all(
      records.map(async ({ name }) => parse(Base, name, await this.read(name))),
    );
    return bases.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  }

  noteBase(base: Base): Promise<void> {
    return this.#writeJson(recordName(base.id), base);
  }

  /** Names of base backups that have begun and have no record. */
  async unfinished(): Promise<{ id: string; at: Date }[]> {
    const objects = await this.#vault.list('base/');
    const idOf = (name: string): string => name.split('/')[1] ?? '';
    const complete = new Set(objects.filter(({ name }) => name.endsWith('/record')).map((o) => idOf(o.name)));
    const begun = new Map<string, Date>();
    for (const { name, at } of objects) {
      const id = idOf(name);
      const known = begun.get(id);
      if (!complete.has(id) && (known === undefined || known < at)) begun.set(id, at);
    }
    return [...begun].map(([id, at]) => ({ id, at }));
  }

  async removeBase(id: string): Promise<void> {
    // Without its record it is no backup any more, wherever this ends.
    await this.remove(recordName(id));
    for (const { name } of await this.#vault.list(`base/${id}/`)) await this.remove(name);
  }

  /** The files of the log, by timeline and number; of each the longest piece. */
  async wal(segmentBytes: number): Promise<KeptWal[]> {
    const longest = new Map<string, KeptWal>();
    for (const { name } of await this.#vault.list('wal/')) {
      const kept = readWalName(name, segmentBytes);
      if (kept === undefined) continue;
      const file = segmentName(kept.segment);
      const known = longest.get(file);
      if (known === undefined || known.filled < kept.filled) longest.set(file, kept);
    }
    return [...longest.values()].toSorted(
      (a, b) => a.segment.timeline - b.segment.timeline || Number(a.segment.number - b.segment.number),
    );
  }

  /** Keeps a file of the log or its beginning, and removes shorter pieces of it. */
  async writeWal(segment: Segment, { sentAt, bytes }: WalContent): Promise<void> {
    const file = segmentName(segment);
    const name = walName(segment, bytes.length);
    const time = Buffer.alloc(timeBytes);
    time.writeBigUInt64BE(BigInt(sentAt.getTime()));
    await this.write(name, Buffer.concat([time, bytes]));
    const before = this.#pieces.get(file);
    this.#pieces.set(file, name);
    if (bytes.length === segment.bytes) {
      this.#pieces.delete(file);
      // Also those that a process before this one left.
      for (const piece of await this.#vault.list(`wal/${file}${partMark}`)) await this.remove(piece.name);
    } else if (before !== undefined && before !== name) await this.remove(before);
  }

  /** @returns at least what was listed; a longer piece that took its place has more */
  async readWal(kept: KeptWal): Promise<WalContent> {
    const { name, filled, content } = await this.#findWal(kept);
    const bytes = content.subarray(timeBytes);
    if (bytes.length !== filled) throw new NotOpened(`${name} has ${bytes.length} bytes, not ${filled}`);
    return { sentAt: new Date(Number(content.readBigUInt64BE(0))), bytes };
  }

  /** A file of the log. While a server archives, a piece may have given way to a longer one since it was listed. */
  async #findWal(kept: KeptWal): Promise<KeptWal & { content: Buffer }> {
    const content = await this.find(kept.name);
    if (content !== undefined) return { ...kept, content };
    const file = `wal/${segmentName(kept.segment)}`;
    const [longest] = (await this.#vault.list(file))
      .flatMap(({ name }) => readWalName(name, kept.segment.bytes) ?? [])
      .toSorted((one, other) => other.filled - one.filled);
    if (longest !== undefined && longest.filled > kept.filled) return this.#findWal(longest);
    throw new NotOpened(`${kept.name} is missing in ${this.where}`);
  }

  /** The `.history` files of timelines, by number. */
  async histories(): Promise<Map<number, string>> {
    const found = new Map<number, string>();
    for (const { name } of await this.#vault.list('history/')) {
      const [, timeline] = /^history\/([0-9]+)$/.exec(name) ?? [];
      if (timeline !== undefined) found.set(Number(timeline), (await this.read(name)).toString('utf8'));
    }
    return found;
  }

  writeHistory(timeline: number, text: string): Promise<void> {
    return this.write(`history/${timeline}`, Buffer.from(text));
  }

  close(): void {
    this.#vault.close();
  }
}

/** The position after the last byte that is kept of a file. */
export const endOf = ({ segment, filled }: KeptWal): bigint => startOf(segment) + BigInt(filled);
