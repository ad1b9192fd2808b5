import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, codes, type Replication, type WalStream } from './replication.ts';
import { endOf, type KeptWal, type Repository } from './repository.ts';
import { formatLsn, parseHistory, segmentOf, startOf, type Segment } from './wal-names.ts';

/** The slot by which PostgreSQL keeps what is not archived yet. */
export const slotName = 'touchline_backup';

/** How far the archive is. */
export type Archived = {
  timeline: number;
  /** The archive has the log up to here. */
  to: bigint;
  /** All that PostgreSQL had written by this time is in the archive, by its clock. */
  at: Date;
};

export type ArchiverOptions = {
  repository: Repository;
  connect: () => Promise<Replication>;
  /** How long written bytes may wait for their upload, milliseconds. */
  everyMs: number;
  /** Called after each upload, and when PostgreSQL has nothing new. */
  onArchived?: (archived: Archived) => void;
  /** Called when files of the log are gone that the archive does not have: no restore passes this position. */
  onGap?: (gap: { from: bigint; to: bigint }) => void;
  /** Ends it in order: what has come is uploaded. */
  stopping: AbortSignal;
};

/** Another process archives this cluster. */
class ArchiverElsewhere extends Error {}

/** Uploads that may wait before PostgreSQL is asked to wait. */
const waitingMax = 3;

/** A file of the log as it comes in. */
type Incoming = { segment: Segment; buffer: Buffer; filled: number; sentAt: Date; uploaded: number };

/**
 * Archives the write-ahead log through one connection, from where the archive ends, until it must stop or the timeline ends.
 * @returns when the timeline has ended or `stopping` is aborted
 * @throws ArchiverElsewhere, and what PostgreSQL or the vault failed with
 */
const archiveOnce = async (options: ArchiverOptions): Promise<void> => {
  const { repository, connect, onGap = () => undefined } = options;
  const replication = await connect();
  try {
    const { systemId, timeline, flushed, segmentBytes } = await replication.identify();
    await repository.claim({ systemId, segmentBytes });
    await keepHistories(repository, replication, timeline);
    const from = await startFrom(repository, { timeline, flushed, segmentBytes });
    await replication.makeSlot(slotName);
    try {
      await receive(options, replication, { ...from, segmentBytes });
    } catch (error) {
      if (codeOf(error) === codes.inUse) {
        throw new ArchiverElsewhere('Another process archives this cluster', { cause: error });
      }
      if (codeOf(error) !== codes.noFile && codeOf(error) !== codes.slotLost) throw error;
      // What is missing is gone for good: the archive continues from now.
      await replication.close();
      const again = await connect();
      try {
        if (codeOf(error) === codes.slotLost) await again.dropSlot(slotName);
        await again.makeSlot(slotName);
        const now = (await again.identify()).flushed;
        const at = startOf(segmentOf(now, timeline, segmentBytes));
        onGap({ from: from.at, to: at });
        await receive(options, again, { timeline, at, segmentBytes });
      } finally {
        await again.close();
      }
    }
  } finally {
    await replication.close();
  }
};

/** Keeps the history of a timeline, which a restore over several of them needs. */
const keepHistories = async (
  repository: Repository,
  replication: Replication,
  timeline: number,
): Promise<void> => {
  if (timeline === 1) return;
  const known = await repository.histories();
  if (!known.has(timeline)) await repository.writeHistory(timeline, await replication.history(timeline));
};

/** Where the archive continues: at the file it has not got whole, on a timeline that led to the present one. */
const startFrom = async (
  repository: Repository,
  { timeline, flushed, segmentBytes }: { timeline: number; flushed: bigint; segmentBytes: number },
): Promise<{ timeline: number; at: bigint }> => {
  const kept = await repository.wal(segmentBytes);
  const history = (await repository.histories()).get(timeline);
  const forks = history === undefined ? [] : parseHistory(history);
  const lastOf = (of: number): KeptWal | undefined =>
    kept.filter(({ segment }) => segment.timeline === of).at(-1);
  const nextOf = (last: KeptWal): bigint =>
    last.filled === segmentBytes ? endOf(last) : startOf(last.segment);
  const current = lastOf(timeline);
  if (current !== undefined) return { timeline, at: nextOf(current) };
  for (const { timeline: before, at } of forks.toReversed()) {
    const last = lastOf(before);
    // The rest of the timeline before comes first, unless the archive has it to its end.
    if (last !== undefined && endOf(last) < at) return { timeline: before, at: nextOf(last) };
    if (last !== undefined) return { timeline, at: startOf(segmentOf(at, timeline, segmentBytes)) };
  }
  return { timeline, at: startOf(segmentOf(flushed, timeline, segmentBytes)) };
};

const receive = async (
  { repository, everyMs, onArchived = () => undefined, stopping }: ArchiverOptions,
  replication: Replication,
  { timeline, at, segmentBytes }: { timeline: number; at: bigint; segmentBytes: number },
): Promise<void> => {
  let confirmed = at;
  let current: Incoming | undefined;
  /** Files that are complete and wait for their upload. */
  const whole: Incoming[] = [];
  /** What PostgreSQL had written last, and when. */
  let head = { lsn: at, sentAt: new Date(0) };
  let isUrgent = false;
  let wake: () => void = () => undefined;
  let isOver = false;

  const take = (start: bigint, bytes: Uint8Array, sentAt: Date): void => {
    const segment = segmentOf(start, timeline, segmentBytes);
    const offset = Number(start - startOf(segment));
    if (current === undefined) {
      current = { segment, buffer: Buffer.alloc(segmentBytes), filled: 0, sentAt, uploaded: 0 };
    }
    if (current.segment.number !== segment.number || current.filled !== offset) {
      throw new Error(
        `PostgreSQL sent the log from ${formatLsn(start)}, which does not follow what came before`,
      );
    }
    const count = Math.min(bytes.length, segmentBytes - offset);
    current.buffer.set(bytes.subarray(0, count), offset);
    current.filled += count;
    current.sentAt = sentAt;
    if (current.filled < segmentBytes) return;
    whole.push(current);
    current = undefined;
    if (whole.length >= waitingMax) stream.pause();
    wake();
    if (count < bytes.length) take(start + BigInt(count), bytes.subarray(count), sentAt);
  };

  const stream: WalStream = replication.streamWal({ slot: slotName, timeline, at }, (message) => {
    const { start, bytes, sentAt, wantsReply } = message;
    if (bytes.length > 0) take(start, bytes, sentAt);
    const lsn = start + BigInt(bytes.length);
    if (lsn >= head.lsn) head = { lsn, sentAt };
    if (!wantsReply) return;
    stream.confirm(confirmed);
    // PostgreSQL does not stop before the archiver has confirmed all WAL.
    isUrgent = true;
    wake();
  });
  const ended = stream.ended.finally(() => {
    isOver = true;
    wake();
  });
  // It is awaited at the end.
  ended.catch(() => undefined);
  const onStop = (): void => wake();
  stopping.addEventListener('abort', onStop);

  const upload = async (one: Incoming): Promise<void> => {
    const { segment, buffer, filled, sentAt } = one;
    await repository.writeWal(segment, { sentAt, bytes: buffer.subarray(0, filled) });
    one.uploaded = filled;
    confirmed = startOf(segment) + BigInt(filled);
  };

  try {
    for (;;) {
      const seen = head;
      isUrgent = false;
      for (let next = whole[0]; next !== undefined; next = whole[0]) {
        await upload(next);
        whole.shift();
        if (whole.length < waitingMax) stream.resume();
        if (!isOver) stream.confirm(confirmed);
      }
      if (current !== undefined && current.filled > current.uploaded) await upload(current);
      if (!isOver) stream.confirm(confirmed);
      if (confirmed >= seen.lsn && seen.sentAt.getTime() > 0) {
        onArchived({ timeline, to: confirmed, at: seen.sentAt });
      }
      const hasMore = whole.length > 0 || (current !== undefined && current.filled > current.uploaded);
      if (hasMore && (isOver || stopping.aborted)) continue;
      if (isOver || stopping.aborted) break;
      if (isUrgent || whole.length > 0) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    stopping.removeEventListener('abort', onStop);
    if (!isOver) await stream.close();
  }
  if (isOver) await ended;
};

/** How long a failed try waits before the next. */
const retryMs = 5_000;

/**
 * Archives until `stopping` is aborted: it continues after a failure, over timelines, and when another process has stopped doing it.
 * @param onFailure is called with each failure; being one of several processes is none
 */
export const archive = async (
  options: ArchiverOptions & { onFailure: (error: unknown) => void },
): Promise<void> => {
  const { stopping, onFailure } = options;
  while (!stopping.aborted) {
    try {
      await archiveOnce(options);
      continue;
    } catch (error) {
      if (!(error instanceof ArchiverElsewhere)) onFailure(error);
    }
    await wait(retryMs, undefined, { signal: stopping }).catch(() => undefined);
  }
};
