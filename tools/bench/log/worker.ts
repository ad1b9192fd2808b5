import { openDatabase } from '@touchline/server/tools/database';
import { openLog, readSizes } from '@touchline/server/tools/public-log';
import { readClocks } from '../lib/clocks.ts';

/** Tiles of each kind that are asked for. */
const askedTiles = 500;
const TILE_WIDTH = 256;
/** Entries after which memory is read, to compare it with the peak. */
const halfWay = 500_000;

/** A process that only keeps the log, so that its memory is measured apart from that of the seeding. */
const [url = ''] = process.argv.slice(2);
const database = openDatabase(url, 4, () => undefined);
const { service, close } = await openLog(url, database);
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
await close();
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
