import { openDatabase } from '@touchline/server/tools/database';
import { openTeams } from '@touchline/server/tools/teams';
import { day } from './seed.ts';

/** A process that only closes one day, so that its memory is measured apart from that of the seeding. */
const [url = ''] = process.argv.slice(2);
const database = openDatabase(url, 4, () => undefined);
const over = new Date(Date.parse(day) + 25 * 60 * 60 * 1_000);
const at = new Map<string, number>();
const team = openTeams(database.pool, {
  now: over,
  at: (name) => void at.set(name, performance.now()),
});
await team.rules.today();
const idleMb = process.memoryUsage().rss / 2 ** 20;
const startMs = performance.now();
const closed = await team.close();
const seconds = (performance.now() - startMs) / 1_000;
const until = (name: string): number => ((at.get(name) ?? startMs) - startMs) / 1_000;
await database.close();
// maxRSS is in kilobytes.
const peakMb = process.resourceUsage().maxRSS / 2 ** 10;
process.send?.({
  seconds,
  readSeconds: until('read.done'),
  bookSeconds: until('source.done') - until('read.done'),
  days: closed.length,
  idleMb: Math.round(idleMb),
  peakMb: Math.round(peakMb),
});
