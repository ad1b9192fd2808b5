import type { Replication } from './replication.ts';
import { manifestName, partName, type Base, type Repository } from './repository.ts';
import { formatLsn } from './wal-names.ts';

/** Bytes of an archive that go into one object. */
const partBytes = 32 * 1024 * 1024;

const idOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** The cluster has files outside of its folder. */
export class HasTablespaces extends Error {}

/**
 * Copies a cluster into the repository while it runs. It is complete, and counts, once the log up to `stop` is there too and
 * `noteBase` was called.
 * @param onBytes is called with the bytes so far
 */
export const copyBase = async (
  repository: Repository,
  replication: Replication,
  { now, onBytes = () => undefined }: { now: () => Date; onBytes?: (bytes: number) => void },
): Promise<Omit<Base, 'files'> & { stopLsn: bigint }> => {
  const startedAt = now();
  const id = idOf(startedAt);
  let chunks: Buffer[] = [];
  let held = 0;
  let bytes = 0;
  let parts = 0;
  const manifest: Buffer[] = [];
  let isManifest = false;
  const flush = async (): Promise<void> => {
    parts += 1;
    await repository.write(partName(id, parts), Buffer.concat(chunks));
    onBytes(bytes);
    chunks = [];
    held = 0;
  };
  const { start, stop, timeline } = await replication.baseBackup(`touchline ${id}`, async (message) => {
    if (message.kind === 'manifest') {
      isManifest = true;
    } else if (message.kind === 'archive') {
      if (message.tablespace !== '') {
        throw new HasTablespaces(
          `The cluster has a tablespace in ${message.tablespace}: back it up by a tool that knows them, such as pgBackRest`,
        );
      }
    } else if (isManifest) {
      manifest.push(message.bytes instanceof Buffer ? message.bytes : Buffer.from(message.bytes));
    } else {
      chunks.push(Buffer.from(message.bytes));
      held += message.bytes.length;
      bytes += message.bytes.length;
      if (held >= partBytes) await flush();
    }
  });
  if (held > 0) await flush();
  await repository.write(manifestName(id), Buffer.concat(manifest));
  return {
    id,
    startedAt: startedAt.toISOString(),
    endedAt: now().toISOString(),
    start: formatLsn(start),
    stop: formatLsn(stop),
    stopLsn: stop,
    timeline,
    parts,
    bytes,
  };
};
