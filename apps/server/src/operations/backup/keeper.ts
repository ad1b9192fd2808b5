import { setTimeout as wait } from 'node:timers/promises';
import { archive, type Archived, type ArchiverOptions } from './archiver.ts';
import { createFileKeeper } from './data-files.ts';
import { keepState, keptArchivedAt, readState } from './newest-state.ts';
import { connectReplication } from './replication.ts';
import type { Repository } from './repository.ts';

export type KeeperOptions = {
  repository: Repository;
  /** Of a role that may replicate. */
  url: string;
  dataDir: string;
  everyMs: number;
  /** Nothing is signed on this machine any more once it must stop: the state kept then is the last one. */
  isFinal: boolean;
  stopping: AbortSignal;
  onArchived?: (archived: Archived) => void;
  onGap?: ArchiverOptions['onGap'];
  onFailure: (error: unknown) => void;
};

/** The state is kept again this often, also where only the time has moved. */
const stateMs = 60_000;

/** Keeps what is new until it must stop: the write-ahead log, files of the data folder, and what the public log has signed. */
export const keepAll = async ({
  repository,
  url,
  dataDir,
  everyMs,
  isFinal,
  stopping,
  onArchived = () => undefined,
  onGap,
  onFailure,
}: KeeperOptions): Promise<void> => {
  let archivedAt: string | null = null;
  const files = createFileKeeper(repository, dataDir);
  let last = { text: '', atMs: -Infinity };
  const keepBeside = async (isLast: boolean): Promise<void> => {
    await files.keepNew();
    const content = await readState(dataDir);
    const text = JSON.stringify(content);
    if (!isLast && text === last.text && performance.now() - last.atMs < stateMs) return;
    archivedAt ??= await keptArchivedAt(repository, dataDir);
    const savedAt = new Date().toISOString();
    await keepState(repository, dataDir, { ...content, savedAt, isFinal: isLast && isFinal, archivedAt });
    last = { text, atMs: performance.now() };
  };
  const beside = async (): Promise<void> => {
    while (!stopping.aborted) {
      await keepBeside(false).catch(onFailure);
      await wait(everyMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  };
  await Promise.all([
    beside(),
    archive({
      repository,
      connect: () => connectReplication(url),
      everyMs,
      stopping,
      onFailure,
      ...(onGap === undefined ? {} : { onGap }),
      onArchived: (archived) => {
        archivedAt = archived.at.toISOString();
        onArchived(archived);
      },
    }),
  ]);
  await keepBeside(true).catch(onFailure);
};
