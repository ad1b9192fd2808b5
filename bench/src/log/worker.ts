import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookFacts } from '../../../apps/server/src/book/log-facts.ts';
import { openPublicLog } from '../../../apps/server/src/log/open.ts';
import { readSizes } from '../../../apps/server/src/log/queries.ts';
import { readConfig } from '../../../apps/server/src/platform/config.ts';
import { createBus } from '../../../apps/server/src/platform/bus.ts';
import { openDatabase } from '../../../apps/server/src/platform/database.ts';
import { openCurrentKey } from '../../../apps/server/src/log/keys.ts';
import { openLogKeys } from '../../../apps/server/src/platform/log-key.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { createDiskStore } from '../../../apps/server/src/uploads/store/disk.ts';
import { entryFacts, moveFacts } from '../../../apps/server/src/wallet/log-facts.ts';
import { readClocks } from '../lib/clocks.ts';

/** Tiles of each kind that are asked for. */
const askedTiles = 500;
const TILE_WIDTH = 256;
/** Entries after which memory is read, to compare it with the peak. */
const halfWay = 500_000;

/** A process that only keeps the log, so that its memory is measured apart from that of the seeding. */
const [url = ''] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'touchline-bench-log-'));
const config = readConfig({ ...process.env, DATABASE_URL: url, DATA_DIR: folder, REPLAY: 'false' });
const database = openDatabase(url, 4, () => undefined);
const keys = await openLogKeys(config, database.pool);
const log = createLog('error');
const { service } = openPublicLog(
  { connections: { calls: database, background: database }, config, bus: createBus(log), log },
  {
    keys,
    currentKey: await openCurrentKey(database.pool, keys),
    store: createDiskStore(join(folder, 'tiles')),
    facts: [entryFacts, moveFacts, ...bookFacts],
  },
);
const idleMb = process.memoryUsage().rss / 2 ** 20;

// How long other work waits while facts are taken.
let waitMs = 0;
let halfMb = 0;
let lastMs = performance.now();
const beat = setInterval(() => {
  waitMs = Math.max(waitMs, performance.now() - lastMs - 5);
  lastMs = performance.now();
}, 5);
const watchMemory = async (): Promise<void> => {
  if (halfMb > 0) return;
  const { size } = await readSizes(database.pool);
  if (size > halfWay) halfMb = process.memoryUsage().rss / 2 ** 20;
};
const watch = setInterval(() => void watchMemory(), 500);
const name = { server: process.pid, placingName: '' };
const before = await readClocks(database.pool, name);
const startMs = performance.now();
await service.turn();
const seconds = (performance.now() - startMs) / 1_000;
const after = await readClocks(database.pool, name);
clearInterval(beat);
clearInterval(watch);
// maxRSS is in kilobytes.
const peakMb = process.resourceUsage().maxRSS / 2 ** 10;
const { size: entries } = await readSizes(database.pool);

const storedFromMs = performance.now();
for (;;) {
  const { size, stored } = await readSizes(database.pool);
  if (stored >= size - (size % TILE_WIDTH)) break;
  await service.storeTiles();
}
const storedSeconds = (performance.now() - storedFromMs) / 1_000;

const full = Math.floor(entries / TILE_WIDTH);
const timeOf = async (level: number, index: number, width: number): Promise<number> => {
  const askedMs = performance.now();
  const bytes = await service.tile({ kind: 'tile', tile: { level, index, width } });
  if (bytes === undefined) throw new Error(`no tile ${level}/${index}`);
  return performance.now() - askedMs;
};
const servedMs: number[] = [];
const madeMs: number[] = [];
for (let i = 0; i < askedTiles; i++) {
  servedMs.push(await timeOf(0, Math.floor((i * full) / askedTiles), TILE_WIDTH));
  madeMs.push(await timeOf(0, Math.floor((i * full) / askedTiles), TILE_WIDTH - 1));
}
await database.close();
await rm(folder, { recursive: true, force: true });
const perEntry = (micros: number): number => micros / entries;
process.send?.({
  entries,
  seconds,
  serverMicros: perEntry((after?.server ?? NaN) - (before?.server ?? NaN)),
  databaseMicros: perEntry((after?.background ?? NaN) - (before?.background ?? NaN)),
  waitMs,
  idleMb: Math.round(idleMb),
  halfMb: Math.round(halfMb),
  peakMb: Math.round(peakMb),
  storedSeconds,
  madeMs,
  servedMs,
});
