import { createBoard } from '../../../apps/server/src/book/board/board.ts';
import { createEvents, type Events } from '../../../apps/server/src/book/events/service.ts';
import { settlementName } from '../../../apps/server/src/book/settlement/quiet.ts';
import { createSettlement, type Settlement } from '../../../apps/server/src/book/settlement/service.ts';
import { openDatabase, type Database } from '../../../apps/server/src/platform/database.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { createWallet } from '../../../apps/server/src/wallet/service.ts';

/** Settlement as the server has it; rulings are run by whoever asks. */
export const openSettlement = async (
  database: Database,
  url: string,
): Promise<{
  settlement: Settlement;
  events: Events;
  due: { eventId: string; version: number }[];
  close(): Promise<void>;
}> => {
  const runs = openDatabase(url, 4, () => undefined, settlementName);
  const due: { eventId: string; version: number }[] = [];
  const events = createEvents({
    ...{ database, board: createBoard(database.db), publish: () => undefined },
    onResult: async (_client, eventId, version) => void due.push({ eventId, version }),
  });
  const settlement = createSettlement({
    ...{
      pool: database.pool,
      runs: runs.pool,
      wallet: createWallet(database),
      log: createLog('silent'),
      events,
    },
    onSettled: () => undefined,
  });
  return { settlement, events, due, close: () => runs.close() };
};
