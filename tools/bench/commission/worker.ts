import { currencies } from '@touchline/money/currency';
import { readAgain, readDay } from '../../../apps/server/src/betting/bets/theoretical.ts';
import { openDatabase } from '../../../apps/server/src/core/database/database.ts';
import { Teams } from '../../../apps/server/src/growth/teams/service.ts';
import { Wallet } from '../../../apps/server/src/ledger/service.ts';
import { day } from './seed.ts';
import { createBus } from '../../../apps/server/src/core/events.ts';
import { createLog } from '../../../apps/server/src/core/logging/log.ts';

/** A process that only closes one day, so that its memory is measured apart from that of the seeding. */
const [url = ''] = process.argv.slice(2);
const database = openDatabase(url, 4, () => undefined);
const { pool } = database;
const over = new Date(Date.parse(day) + 25 * 60 * 60 * 1_000);
const at = new Map<string, number>();
const team = new Teams({
  pool,
  wallet: new Wallet({ pool }),
  currency: currencies.PLAY,
  clock: { now: () => over },
  secret: Buffer.alloc(32, 7),
  bus: createBus(createLog('silent')),
  config: {
    TEAM_LEVELS: '0,0,0,0:8,3,1;0,5,100.00,50:9,3.5,1.25;0,20,100.00,500:10,4,1.5',
    SITE_TIME_ZONE: 'UTC',
  },
  bets: { day: readDay, again: readAgain, upTo: () => Promise.resolve(over) },
  money: { creditedSince: () => Promise.resolve([]), sharedMethods: () => Promise.resolve([]) },
  samePerson: () => Promise.resolve([]),
  people: () => Promise.resolve(new Map()),
  vipLevels: () => Promise.resolve(new Map()),
  restricted: () => Promise.resolve(new Set()),
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
