import { setTimeout as wait } from 'node:timers/promises';
import { copyBase } from './base.ts';
import { forgetFiles, listDataFiles } from './data-files.ts';
import { keepAll } from './keeper.ts';
import { connectReplication } from './replication.ts';
import { endOf, type Base, type Repository } from './repository.ts';
import { formatLsn, parseLsn, segmentOf } from './wal-names.ts';

/** The archive did not get what a base backup needs. */
export class ArchiveBehind extends Error {}

/** How long a base backup waits for the log that belongs to it. */
const waitForLogMs = 120_000;
const lookMs = 500;

type Taking = {
  repository: Repository;
  url: string;
  dataDir: string;
  /** No server runs in the meantime. */
  isAlone: boolean;
  /** Hears what happens, for a person. */
  say: (line: string) => void;
};

/** Whether the log is kept from one position to another, on one timeline. */
const hasLog = async (
  repository: Repository,
  {
    timeline,
    start,
    stop,
    segmentBytes,
  }: { timeline: number; start: bigint; stop: bigint; segmentBytes: number },
): Promise<boolean> => {
  const kept = (await repository.wal(segmentBytes)).filter(({ segment }) => segment.timeline === timeline);
  const byNumber = new Map(kept.map((one) => [one.segment.number, one]));
  const last = segmentOf(stop - 1n, timeline, segmentBytes).number;
  for (let number = segmentOf(start, timeline, segmentBytes).number; number <= last; number += 1n) {
    const found = byNumber.get(number);
    if (found === undefined) return false;
    if (number === last ? endOf(found) < stop : found.filled < segmentBytes) return false;
  }
  return true;
};

/**
 * Makes a base backup while the server runs or not, and waits until the log that belongs to it is archived: by the server, or else
 * by this process.
 * @throws ArchiveBehind
 */
export const takeBase = async ({ repository, url, dataDir, isAlone, say }: Taking): Promise<Base> => {
  const stopping = new AbortController();
  let failure: unknown;
  const keeping = keepAll({
    repository,
    url,
    dataDir,
    everyMs: 1_000,
    isFinal: isAlone,
    stopping: stopping.signal,
    onFailure: (error) => {
      failure = error;
    },
  });
  try {
    const replication = await connectReplication(url);
    try {
      const { systemId, segmentBytes } = await replication.identify();
      await repository.claim({ systemId, segmentBytes });
      const { stopLsn, ...copied } = await copyBase(repository, replication, { now: () => new Date() });
      const base = { ...copied, files: await listDataFiles(dataDir) };
      say(
        `copied  ${(base.bytes / 1e6).toFixed(1)} MB in ${base.parts} parts, log from ${base.start} to ${base.stop}`,
      );
      const needed = { timeline: base.timeline, start: parseLsn(base.start), stop: stopLsn, segmentBytes };
      const untilMs = performance.now() + waitForLogMs;
      while (!(await hasLog(repository, needed))) {
        if (performance.now() > untilMs) {
          throw new ArchiveBehind(
            `The log from ${base.start} to ${formatLsn(stopLsn)} is not in the archive: the base backup does not count`,
            { cause: failure },
          );
        }
        await wait(lookMs);
      }
      await repository.noteBase(base);
      return base;
    } finally {
      await replication.close();
    }
  } finally {
    stopping.abort();
    await keeping;
  }
};

/** Base backups that began and were never finished are removed after this long. */
const unfinishedMs = 24 * 60 * 60 * 1_000;

/**
 * Removes base backups but the newest `keep`, the log that none of these needs, files that were deleted before, and what
 * interrupted backups left.
 */
export const prune = async (
  repository: Repository,
  { keep, now }: { keep: number; now: Date },
): Promise<{ bases: string[]; wal: number; files: number }> => {
  const bases = await repository.bases();
  const [old, kept] = [bases.slice(0, -keep), bases.slice(-keep)];
  for (const { id } of old) await repository.removeBase(id);
  for (const { id, at } of await repository.unfinished()) {
    if (now.getTime() - at.getTime() > unfinishedMs) await repository.removeBase(id);
  }
  const [oldest] = kept;
  if (oldest === undefined) return { bases: [], wal: 0, files: 0 };
  const { segmentBytes } = await repository.about();
  const needed = segmentOf(parseLsn(oldest.start), oldest.timeline, segmentBytes).number;
  let wal = 0;
  for (const { segment, name } of await repository.wal(segmentBytes)) {
    // Positions continue over timelines, so the number alone gives the order.
    if (segment.number >= needed) continue;
    await repository.remove(name);
    wal += 1;
  }
  const onRecord = new Set(kept.flatMap(({ files }) => files));
  const files = await forgetFiles(repository, { onRecord, before: new Date(oldest.startedAt) });
  return { bases: old.map(({ id }) => id), wal, files };
};
