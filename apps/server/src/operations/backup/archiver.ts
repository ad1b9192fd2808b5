import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, codes, type Replication, type WalMessage, type WalStream } from './replication.ts';
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
  const { repository, connect } = options;
  const replication = await connect();
  try {
    const { systemId, timeline, flushed, segmentBytes } = await replication.identify();
    await repository.claim({ systemId, segmentBytes });
    await keepHistories(repository, replication, timeline);
    const from = await startFrom(repository, { timeline, flushed, segmentBytes });
    await replication.makeSlot(slotName);
    try {
      await new WalReceiver(options, replication, { ...from, segmentBytes }).run();
    } catch (error) {
      if (codeOf(error) === codes.inUse) {
        throw new ArchiverElsewhere('Another process archives this cluster', { cause: error });
      }
      if (codeOf(error) !== codes.noFile && codeOf(error) !== codes.slotLost) throw error;
      await replication.close();
      await continueAfterGap(options, {
        gapFrom: from.at,
        timeline,
        segmentBytes,
        isSlotLost: codeOf(error) === codes.slotLost,
      });
    }
  } finally {
    await replication.close();
  }
};

/** Archives from now: what is missing is gone for good. */
const continueAfterGap = async (
  options: ArchiverOptions,
  gap: { gapFrom: bigint; timeline: number; segmentBytes: number; isSlotLost: boolean },
): Promise<void> => {
  const { timeline, segmentBytes } = gap;
  const replication = await options.connect();
  try {
    if (gap.isSlotLost) await replication.dropSlot(slotName);
    await replication.makeSlot(slotName);
    const now = (await replication.identify()).flushed;
    const at = startOf(segmentOf(now, timeline, segmentBytes));
    options.onGap?.({ from: gap.gapFrom, to: at });
    await new WalReceiver(options, replication, { timeline, at, segmentBytes }).run();
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

/** Where a stream of the log begins. */
type StreamStart = { timeline: number; at: bigint; segmentBytes: number };

/** Takes in one stream of the log, and uploads it file by file. */
class WalReceiver {
  readonly #repository: Repository;
  readonly #everyMs: number;
  readonly #onArchived: (archived: Archived) => void;
  readonly #stopping: AbortSignal;
  readonly #timeline: number;
  readonly #segmentBytes: number;
  readonly #stream: WalStream;
  readonly #ended: Promise<void>;
  /** All before it is uploaded. */
  #confirmed: bigint;
  #current: Incoming | undefined;
  /** Files that are complete and wait for their upload. */
  readonly #whole: Incoming[] = [];
  /** What PostgreSQL had written last, and when. */
  #head: { lsn: bigint; sentAt: Date };
  #isUrgent = false;
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(
    { repository, everyMs, onArchived = () => undefined, stopping }: ArchiverOptions,
    replication: Replication,
    { timeline, at, segmentBytes }: StreamStart,
  ) {
    this.#repository = repository;
    this.#everyMs = everyMs;
    this.#onArchived = onArchived;
    this.#stopping = stopping;
    this.#timeline = timeline;
    this.#segmentBytes = segmentBytes;
    this.#confirmed = at;
    this.#head = { lsn: at, sentAt: new Date(0) };
    this.#stream = replication.streamWal({ slot: slotName, timeline, at }, (message) => this.#hear(message));
    this.#ended = this.#stream.ended.finally(() => {
      this.#isOver = true;
      this.#wake();
    });
    // It is awaited at the end.
    this.#ended.catch(() => undefined);
  }

  /** Uploads what comes until the timeline ends or the archiver must stop. */
  async run(): Promise<void> {
    const onStop = (): void => this.#wake();
    this.#stopping.addEventListener('abort', onStop);
    try {
      await this.#keepUploading();
    } finally {
      this.#stopping.removeEventListener('abort', onStop);
      if (!this.#isOver) await this.#stream.close();
    }
    if (this.#isOver) await this.#ended;
  }

  #hear({ start, bytes, sentAt, wantsReply }: WalMessage): void {
    if (bytes.length > 0) this.#take(start, bytes, sentAt);
    const lsn = start + BigInt(bytes.length);
    if (lsn >= this.#head.lsn) this.#head = { lsn, sentAt };
    if (!wantsReply) return;
    this.#stream.confirm(this.#confirmed);
    // PostgreSQL does not stop before the archiver has confirmed all WAL.
    this.#isUrgent = true;
    this.#wake();
  }

  #take(start: bigint, bytes: Uint8Array, sentAt: Date): void {
    const segmentBytes = this.#segmentBytes;
    const segment = segmentOf(start, this.#timeline, segmentBytes);
    const offset = Number(start - startOf(segment));
    this.#current ??= { segment, buffer: Buffer.alloc(segmentBytes), filled: 0, sentAt, uploaded: 0 };
    const current = this.#current;
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
    this.#whole.push(current);
    this.#current = undefined;
    if (this.#whole.length >= waitingMax) this.#stream.pause();
    this.#wake();
    if (count < bytes.length) this.#take(start + BigInt(count), bytes.subarray(count), sentAt);
  }

  async #keepUploading(): Promise<void> {
    for (;;) {
      const seen = this.#head;
      this.#isUrgent = false;
      await this.#uploadWhole();
      if (hasMore(this.#current)) await this.#upload(this.#current);
      if (!this.#isOver) this.#stream.confirm(this.#confirmed);
      if (this.#confirmed >= seen.lsn && seen.sentAt.getTime() > 0) {
        this.#onArchived({ timeline: this.#timeline, to: this.#confirmed, at: seen.sentAt });
      }
      if (this.#isOver || this.#stopping.aborted) {
        if (this.#whole.length === 0 && !hasMore(this.#current)) return;
      } else if (!this.#isUrgent && this.#whole.length === 0) await this.#nextTurn();
    }
  }

  async #uploadWhole(): Promise<void> {
    for (let next = this.#whole[0]; next !== undefined; next = this.#whole[0]) {
      await this.#upload(next);
      this.#whole.shift();
      if (this.#whole.length < waitingMax) this.#stream.resume();
      if (!this.#isOver) this.#stream.confirm(this.#confirmed);
    }
  }

  async #upload(one: Incoming): Promise<void> {
    const { segment, buffer, filled, sentAt } = one;
    await this.#repository.writeWal(segment, { sentAt, bytes: buffer.subarray(0, filled) });
    one.uploaded = filled;
    this.#confirmed = startOf(segment) + BigInt(filled);
  }

  /** Waits for the next upload, or until it is woken. */
  #nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#everyMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Whether a file has bytes that are not uploaded. */
const hasMore = (one: Incoming | undefined): one is Incoming =>
  one !== undefined && one.filled > one.uploaded;

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
