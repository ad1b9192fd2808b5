import { Board } from '../pricing/board/board.ts';
import { Events, type EventsOptions } from '../catalogue/matches/service.ts';
import { settlementName } from '../core/database/transaction.ts';
import { Settlement } from '../betting/settlement/service.ts';
import { openDatabase, steadyPlans, type Database } from '../core/database/database.ts';
import { createLog } from '../core/logging/log.ts';
import { Wallet } from '../ledger/service.ts';
import { testBus } from './bus.ts';

/**
 * Results and settlement over a database, as the server has them, in a process of their own.
 * @param onRuling called inside the transaction of each ruling; without it the caller runs what is `due`
 */
export const testResults = async (
  database: Database,
  url: string,
  onRuling?: EventsOptions['onResult'],
): Promise<{
  settlement: Settlement;
  events: Events;
  due: { eventId: string; version: number }[];
  close: () => Promise<void>;
}> => {
  const runs = openDatabase(url, 4, () => undefined, {
    name: settlementName,
    settings: steadyPlans,
    guard: 'throw',
  });
  const due: { eventId: string; version: number }[] = [];
  const events = new Events({
    database,
    board: new Board(database.pool),
    publish: () => undefined,
    onResult: onRuling ?? (async (_client, eventId, version) => void due.push({ eventId, version })),
  });
  const settlement = new Settlement({
    pool: database.pool,
    runs,
    wallet: new Wallet(database),
    log: createLog('silent'),
    events,
    bus: testBus(),
  });
  return { settlement, events, due, close: () => runs.close() };
};
