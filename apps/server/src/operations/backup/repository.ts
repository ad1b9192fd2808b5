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

/** A repository of backups: sealed objects in a vault. */
export type Repository = {
  where: string;
  keyId: string;
  write: (name: string, bytes: Uint8Array) => Promise<void>;
  /** @throws NotOpened also where there is none */
  read: (name: string) => Promise<Buffer>;
  find: (name: string) => Promise<Buffer | undefined>;
  list: (prefix: string) => Promise<Kept[]>;
  remove: (name: string) => Promise<void>;
  /** Notes which cluster it is of, or checks it. @throws WrongCluster */
  claim: (about: About) => Promise<void>;
  /** @throws NotOpened where it holds nothing yet */
  about: () => Promise<About>;
  /** Complete base backups, the oldest first. */
  bases: () => Promise<Base[]>;
  noteBase: (base: Base) => Promise<void>;
  /** Names of base backups that have begun and have no record. */
  unfinished: () => Promise<{ id: string; at: Date }[]>;
  removeBase: (id: string) => Promise<void>;
  /** The files of the log, by timeline and number; of each the longest piece. */
  wal: (segmentBytes: number) => Promise<KeptWal[]>;
  /** Keeps a file of the log or its beginning, and removes shorter pieces of it. */
  writeWal: (segment: Segment, content: WalContent) => Promise<void>;
  /** @returns at least what was listed; a longer piece that took its place has more */
  readWal: (kept: KeptWal) => Promise<WalContent>;
  /** The `.history` files of timelines, by number. */
  histories: () => Promise<Map<number, string>>;
  writeHistory: (timeline: number, text: string) => Promise<void>;
  close: () => void;
};

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

/** @param sealing with the key of all its objects */
export const createRepository = (vault: Vault, sealing: Sealing): Repository => {
  const find = async (name: string): Promise<Buffer | undefined> => {
    const sealed = await vault.get(name);
    return sealed && (await sealing.open(name, sealed));
  };
  const read = async (name: string): Promise<Buffer> => {
    const found = await find(name);
    if (found === undefined) throw new NotOpened(`${name} is missing in ${vault.where}`);
    return found;
  };
  const write = async (name: string, bytes: Uint8Array): Promise<void> =>
    vault.put(name, await sealing.seal(name, bytes));
  const writeJson = (name: string, value: unknown): Promise<void> =>
    write(name, Buffer.from(JSON.stringify(value)));

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
  /** A file of the log. While a server archives, a piece may have given way to a longer one since it was listed. */
  const findWal = async (kept: KeptWal): Promise<KeptWal & { content: Buffer }> => {
    const content = await find(kept.name);
    if (content !== undefined) return { ...kept, content };
    const file = `wal/${segmentName(kept.segment)}`;
    const [longest] = (await vault.list(file))
      .flatMap(({ name }) => readWalName(name, kept.segment.bytes) ?? [])
      .toSorted((one, other) => other.filled - one.filled);
    if (longest !== undefined && longest.filled > kept.filled) return findWal(longest);
    throw new NotOpened(`${kept.name} is missing in ${vault.where}`);
  };
  /** Pieces of the same file, in this process: the longest and its name. */
  const pieces = new Map<string, string>();

  return {
    where: vault.where,
    keyId: sealing.keyId,
    write,
    read,
    find,
    list: vault.list,
    remove: vault.remove,
    async claim(about) {
      const found = await find('about');
      if (found === undefined) {
        await writeJson('about', about);
        return;
      }
      const { systemId } = parse(About, 'about', found);
      if (systemId !== about.systemId) {
        throw new WrongCluster(
          `${vault.where} has backups of the cluster ${systemId}, and this is the cluster ${about.systemId}: give each its own place`,
        );
      }
    },
    about: async () => parse(About, 'about', await read('about')),
    async bases() {
      const records = (await vault.list('base/')).filter(({ name }) => name.endsWith('/record'));
      const bases = await Promise.all(records.map(async ({ name }) => parse(Base, name, await read(name))));
      return bases.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
    },
    noteBase: (base) => writeJson(recordName(base.id), base),
    async unfinished() {
      const objects = await vault.list('base/');
      const idOf = (name: string): string => name.split('/')[1] ?? '';
      const complete = new Set(
        objects.filter(({ name }) => name.endsWith('/record')).map((o) => idOf(o.name)),
      );
      const begun = new Map<string, Date>();
      for (const { name, at } of objects) {
        const id = idOf(name);
        const known = begun.get(id);
        if (!complete.has(id) && (known === undefined || known < at)) begun.set(id, at);
      }
      return [...begun].map(([id, at]) => ({ id, at }));
    },
    async removeBase(id) {
      // Without its record it is no backup any more, wherever this ends.
      await vault.remove(recordName(id));
      for (const { name } of await vault.list(`base/${id}/`)) await vault.remove(name);
    },
    async wal(segmentBytes) {
      const longest = new Map<string, KeptWal>();
      for (const { name } of await vault.list('wal/')) {
        const kept = readWalName(name, segmentBytes);
        if (kept === undefined) continue;
        const file = segmentName(kept.segment);
        const known = longest.get(file);
        if (known === undefined || known.filled < kept.filled) longest.set(file, kept);
      }
      return [...longest.values()].toSorted(
        (a, b) => a.segment.timeline - b.segment.timeline || Number(a.segment.number - b.segment.number),
      );
    },
    async writeWal(segment, { sentAt, bytes }) {
      const file = segmentName(segment);
      const name = walName(segment, bytes.length);
      const time = Buffer.alloc(timeBytes);
      time.writeBigUInt64BE(BigInt(sentAt.getTime()));
      await write(name, Buffer.concat([time, bytes]));
      const before = pieces.get(file);
      pieces.set(file, name);
      if (bytes.length === segment.bytes) {
        pieces.delete(file);
        // Also those that a process before this one left.
        for (const piece of await vault.list(`wal/${file}${partMark}`)) await vault.remove(piece.name);
      } else if (before !== undefined && before !== name) await vault.remove(before);
    },
    async readWal(kept) {
      const { name, filled, content } = await findWal(kept);
      const bytes = content.subarray(timeBytes);
      if (bytes.length !== filled) throw new NotOpened(`${name} has ${bytes.length} bytes, not ${filled}`);
      return { sentAt: new Date(Number(content.readBigUInt64BE(0))), bytes };
    },
    async histories() {
      const found = new Map<number, string>();
      for (const { name } of await vault.list('history/')) {
        const [, timeline] = /^history\/([0-9]+)$/.exec(name) ?? [];
        if (timeline !== undefined) found.set(Number(timeline), (await read(name)).toString('utf8'));
      }
      return found;
    },
    writeHistory: (timeline, text) => write(`history/${timeline}`, Buffer.from(text)),
    close: vault.close,
  };
};

/** The position after the last byte that is kept of a file. */
export const endOf = ({ segment, filled }: KeptWal): bigint => startOf(segment) + BigInt(filled);
