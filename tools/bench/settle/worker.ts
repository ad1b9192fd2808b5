import { openDatabase } from '@touchline/server/tools/database';
import { testResults } from '@touchline/server/tools/settling';

/** A process that only settles one match, so that its memory is measured apart from that of the seeding. */
const [url = '', event = ''] = process.argv.slice(2);
const database = openDatabase(url, 4, () => undefined);
const { settlement, events, due, close } = await testResults(database, url);
await events.rulings.recordResult(event, {
  ht: { home: 1, away: 0 },
  ft: { home: 2, away: 1 },
  source: 'bench',
  confirmedBy: 'bench',
});
const [key] = due;
if (!key) throw new Error('no ruling');
const idleMb = process.memoryUsage().rss / 2 ** 20;
const startMs = performance.now();
const done = await settlement.run(key);
const seconds = (performance.now() - startMs) / 1000;
await close();
await database.close();
// maxRSS is in kilobytes.
const peakMb = process.resourceUsage().maxRSS / 2 ** 10;
process.send?.({ seconds, bets: done.bets, idleMb: Math.round(idleMb), peakMb: Math.round(peakMb) });
