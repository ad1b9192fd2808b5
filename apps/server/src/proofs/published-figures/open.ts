import type { HouseOwners } from '@touchline/contract/shapes/house';
import type { Book } from '../../betting/index.ts';
import type { Liabilities } from '../liabilities/service.ts';
import type { PublicLog } from '../log/service.ts';
import type { Context, Module } from '../../core/module.ts';
import { DayFacts } from './day-facts.ts';
import { HouseDesk } from './desk.ts';
import { FoldService } from './fold-service.ts';
import { createHousePage } from './page.ts';
import { House } from './service.ts';

/** Opens what the house publishes of itself, drawn from its public log. */
export const openHouse = (
  { connections: { calls, background }, reading, clock }: Context,
  {
    book,
    liabilities,
    publicLog,
    owners,
  }: {
    book: Pick<Book, 'events' | 'matchTotals' | 'refusalsOf'>;
    liabilities: Pick<Liabilities, 'madeWithin'>;
    publicLog: PublicLog;
    owners: () => Promise<HouseOwners | undefined>;
  },
) => {
  const fold = new FoldService({ pool: background.pool, publicLog });
  const days = new DayFacts({
    ...background,
    liabilities,
    refusalsOf: book.refusalsOf,
    publicLog,
  });
  const house = new House({
    desk: new HouseDesk({ pool: calls.pool, publicLog, events: book.events }),
    page: createHousePage({
      fold: new FoldService({ pool: calls.pool, publicLog, reading }),
      publicLog,
      owners,
      clock,
    }),
    days,
    fold,
    matchTotals: book.matchTotals,
    publicLog,
  });
  return {
    service: house,
    handlers: { housePage: () => house.page() },
    routines: [
      { name: 'matches for the log', everyMs: 60_000, firstMs: 0, run: () => book.events.announceUnknown() },
      { name: 'totals of matches', everyMs: 2_000, run: () => house.addMatches() },
      {
        name: 'sums of days',
        everyMs: 60_000,
        firstMs: 5_000,
        run: () => house.addDays(),
      },
      { name: 'figures of the house', everyMs: 5_000, run: () => house.fold() },
    ],
    stop: () => fold.stop(),
  } satisfies Module;
};
