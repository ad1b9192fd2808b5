import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from '@prometheus-io/client';
import { createDiskStore } from '../../accounts/uploads/store/disk.ts';
import { bookFacts } from '../../betting/log-facts.ts';
import { readConfig } from '../../core/config/config.ts';
import type { Database } from '../../core/database/database.ts';
import { createBus } from '../../core/events.ts';
import { createLog } from '../../core/logging/log.ts';
import { openLogKeys } from '../../core/public-log/keys.ts';
import { entryFacts, moveFacts } from '../../ledger/log-facts.ts';
import { openCurrentKey } from '../../proofs/log/keys.ts';
import { openPublicLog } from '../../proofs/log/open.ts';
import type { PublicLog } from '../../proofs/log/service.ts';

export { readSizes } from '../../proofs/log/queries.ts';

/** The public log over a database, with a folder of its own; it turns when it is asked to. */
export const openLog = async (
  url: string,
  database: Database,
): Promise<{ service: PublicLog; close: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-log-'));
  const config = readConfig({ ...process.env, DATABASE_URL: url, DATA_DIR: folder, REPLAY: 'false' });
  const keys = await openLogKeys(config, database.pool);
  const log = createLog('error');
  const { service } = openPublicLog(
    {
      connections: { calls: database, background: database },
      config,
      bus: createBus(log),
      log,
      metrics: new Registry(),
    },
    {
      keys,
      currentKey: await openCurrentKey(database.pool, keys),
      store: createDiskStore(join(folder, 'tiles')),
      facts: [entryFacts, moveFacts, ...bookFacts],
    },
  );
  return { service, close: () => rm(folder, { recursive: true, force: true }) };
};
