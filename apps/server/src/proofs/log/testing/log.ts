import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createBus } from '../../../core/events.ts';
import type { Failpoint } from '../../../core/failpoints.ts';
import type { FactSource } from '../../../core/public-log/facts.ts';
import { onlyKey, type LogKeys } from '../../../core/public-log/keys.ts';
import { createLog } from '../../../core/logging/log.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import { createDiskStore } from '../../../accounts/uploads/store/disk.ts';
import { openCurrentKey, type CurrentKey } from '../keys.ts';
import { logSources } from '../own-facts.ts';
import { readBound } from '../queries.ts';
import { EntrySealer } from '../seal.ts';
import { Sequencer } from '../sequence.ts';
import { PublicLog } from '../service.ts';
import { Signing } from '../signing.ts';
import { Tiles } from '../tiles.ts';
import { Witnesses } from '../witnesses.ts';
import { testLogKey } from '../../../testing/touchline.ts';

export type TestLog = {
  service: PublicLog;
  /** Takes all that was committed so far: transactions of other tests on the same PostgreSQL hold the log up. */
  settle: () => Promise<void>;
  /** Where tiles were put, in order. */
  places: () => string[];
};

/** The public log over a database of a test. */
export const openTestLog = ({
  database,
  folder,
  facts,
  failpoint,
  togetherSeconds,
  keys = onlyKey(testLogKey),
}: {
  database: Pick<TestDatabase, 'pool'>;
  folder: string;
  facts: readonly FactSource[];
  failpoint?: Failpoint;
  togetherSeconds?: number;
  keys?: LogKeys;
}): TestLog => {
  const { pool } = database;
  const sources = logSources(facts);
  const sealer = new EntrySealer(testLogKey.nonceKey);
  const store = createDiskStore(join(folder, 'tiles'));
  const places: string[] = [];
  const log = createLog('silent');
  let current: CurrentKey | undefined;
  const service = new PublicLog({
    witnesses: new Witnesses({ pool, addresses: [], needed: 0, log }),
    pool,
    sources,
    sealer,
    sequencer: new Sequencer({ pool, sources, sealer, togetherSeconds, failpoint }),
    signing: new Signing({ pool, folder, keys, failpoint }),
    tiles: new Tiles({
      on: pool,
      store: {
        get: (place) => store.get(place),
        put: (place, bytes, mime) => {
          places.push(place);
          return store.put(place, bytes, mime);
        },
      },
      onDamage: () => undefined,
    }),
    currentKey: {
      vkey: () => testLogKey.vkey,
      get: () => testLogKey,
      refresh: async () => {
        current ??= await openCurrentKey(pool, keys);
        await current.refresh();
      },
    },
    bus: createBus(log),
    log,
  });
  return {
    service,
    places: () => places,
    async settle() {
      const { rows } = await pool.query<{ tx: bigint }>(
        'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as tx',
      );
      while ((await readBound(pool)) < (rows[0]?.tx ?? 0n)) {
        // Advances the transaction number, as no other client does.
        await pool.query('select pg_current_xact_id()');
        await wait(20);
      }
      await service.turn();
    },
  };
};
