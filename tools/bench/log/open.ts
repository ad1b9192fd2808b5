import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from '@prometheus-io/client';
import { bookFacts } from '../../../apps/server/src/betting/log-facts.ts';
import { openCurrentKey } from '../../../apps/server/src/proofs/log/keys.ts';
import { openPublicLog } from '../../../apps/server/src/proofs/log/open.ts';
import type { PublicLog } from '../../../apps/server/src/proofs/log/service.ts';
import { createBus } from '../../../apps/server/src/core/events.ts';
import { readConfig } from '../../../apps/server/src/core/config/config.ts';
import type { Database } from '../../../apps/server/src/core/database/database.ts';
import { openLogKeys } from '../../../apps/server/src/core/public-log/keys.ts';
import { createLog } from '../../../apps/server/src/core/logging/log.ts';
import { createDiskStore } from '../../../apps/server/src/accounts/uploads/store/disk.ts';
import { entryFacts, moveFacts } from '../../../apps/server/src/ledger/log-facts.ts';

/** The public log over a database, with a folder of its own; it turns when it is asked to. */
export const openLog = async (
  url: string,
  database: Database,
): Promise<{ service: PublicLog; close: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-bench-log-'));
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
