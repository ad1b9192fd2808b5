import { openDatabase } from '@touchline/server/tools/database';
import { openLog, readSizes } from '@touchline/server/tools/public-log';
import { seedOpenBets } from '@touchline/server/tools/settling';
import { costOf, type Clocks } from '../lib/clocks.ts';
import { emptyPost, plainStatement } from './peers.ts';
import type { OpenSubject } from './subject.ts';

const bets = 10_000;
/** Members whose bets are in one transaction, five each: about as many as a batch of placing. */
const membersAtOnce = 100;
const logName = 'bench log';

/** The entries of new bets, taken, signed and stored as tiles by this process. */
export const openLogSubject: OpenSubject = async (cluster) => {
  const { url, database } = await cluster.create('log');
  const own = openDatabase(url, 4, () => undefined, { name: logName });
  const { service, close } = await openLog(url, own);
  const names = { server: process.pid, placingName: logName };
  const take = async (): Promise<Clocks> => {
    await seedOpenBets(database, url, bets, { membersAtOnce });
    return costOf(database.pool, names, async () => {
      const before = await readSizes(database.pool);
      await service.turn();
      await service.storeTiles();
      return (await readSizes(database.pool)).size - before.size;
    });
  };
  await take();
  return {
    peers: { server: emptyPost, database: plainStatement },
    async turn() {
      const cost = await take();
      return { server: cost.server, database: cost.placing };
    },
    async close() {
      await own.close();
      await database.close();
      await close();
    },
  };
};
