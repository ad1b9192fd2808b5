import { currencies } from '@touchline/money/currency';
import { usualTerms } from '../pricing/board/basis-terms.ts';
import { Board } from '../pricing/board/board.ts';
import { Builders } from '../betting/builder/builders.ts';
import { Grids } from '../pricing/grids.ts';
import type { Caps } from '../betting/exposure/caps.ts';
import { Exposure } from '../betting/exposure/service.ts';
import { createAdmit } from '../betting/placing/admit.ts';
import { Placing } from '../betting/placing/service.ts';
import { createRecords } from '../betting/bets/service.ts';
import { systemClock } from '../core/clock.ts';
import { openDatabase } from '../core/database/database.ts';
import { isAway, isSlow } from '../core/database/faults.ts';
import { Refused } from '../core/refusal.ts';
import { singleOf } from './exposure.ts';
import { testBus } from './bus.ts';

/** The task of one of the four processes, as JSON on its command line. */
export type SellingTask = {
  url: string;
  event: string;
  caps: Record<keyof Caps, number | null>;
  ttlMs: number;
  /** Selections of the 1x2 market with their odds; the first is bet on as often as all others together. */
  odds: Record<string, number>;
  members: readonly { id: string; shard: number }[];
};

// Places bets on one match without a pause until it is stopped, like a server under load. Then it prints to standard output
// what it accepted and refused.
const [text = '{}'] = process.argv.slice(2);
const task: SellingTask = JSON.parse(text);
const database = openDatabase(task.url, 6, () => undefined, { guard: 'throw' });
const { pool } = database;
const board = new Board(pool);
await board.load();
const cap = (of: keyof Caps): number => task.caps[of] ?? Infinity;
const exposure = new Exposure({
  pool,
  board,
  ttlMs: task.ttlMs,
  caps: {
    site: cap('site'),
    competition: cap('competition'),
    event: cap('event'),
    market: cap('market'),
    selection: cap('selection'),
    member: cap('member'),
  },
});
const currency = currencies.PLAY;
const admit = createAdmit({
  board,
  builders: new Builders(),
  grids: new Grids(),
  exposure,
  limits: { minMinor: 1n, maxMinor: 10_000_000n, potentialMaxMinor: 100_000_000n },
  terms: usualTerms,
  currency,
});
const placing = new Placing({
  pool: database.pool,
  board,
  exposure,
  admit,
  records: createRecords(database),
  clock: systemClock,
  currency,
  batches: { atOnce: 2, batchMax: 100 },
  bus: testBus(),
});

const tally = { taken: 0, refused: 0, offered: 0, unavailable: 0 };
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

const bettor = async (member: SellingTask['members'][number], index: number): Promise<void> => {
  const selections = Object.keys(task.odds);
  for (let n = index; !stop.signal.aborted; n++) {
    const selection = (n % 2 === 0 ? selections[0] : selections[n % selections.length]) ?? '';
    const bet = { selection, oddsMilli: task.odds[selection] ?? 0, stake: String(1 + ((n * 7) % 20)) };
    for (let stake: string | undefined = bet.stake; stake !== undefined && !stop.signal.aborted;) {
      stake = await placing.place(member, singleOf(task.event, { ...bet, stake })).then(
        () => void tally.taken++,
        (error: unknown) => {
          // A process that is frozen inside a transaction loses its connection, like a call of the server.
          if (isSlow(error) || isAway(error)) return void tally.unavailable++;
          if (!(error instanceof Refused)) throw error;
          if (error.reason !== 'stake_max') {
            tally.unavailable++;
            return undefined;
          }
          tally.refused++;
          const { max = '0.00' } = error.detail;
          if (Number(max) === 0) return undefined;
          tally.offered++;
          return max;
        },
      );
    }
  }
};

process.stdout.write('open\n');
await Promise.all(task.members.map(bettor));
await placing.drain();
await exposure.close();
await database.close();
process.stdout.write(`${JSON.stringify(tally)}\n`);
