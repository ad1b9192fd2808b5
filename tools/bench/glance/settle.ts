import { connectionNames } from '@touchline/server/tools/database';
import { seedOpenBets, testResults } from '@touchline/server/tools/settling';
import { costOf, type Clocks } from '../lib/clocks.ts';
import { emptyPost, plainStatement } from './peers.ts';
import type { OpenSubject } from './subject.ts';

const bets = 20_000;

/** A match with open bets for each turn, settled by this process. */
export const openSettle: OpenSubject = async (cluster) => {
  const { url, database } = await cluster.create('settle');
  const { settlement, events, due, close } = await testResults(database, url);
  const names = { server: process.pid, placingName: connectionNames.settlement };
  const settle = async (): Promise<Clocks> => {
    const { event } = await seedOpenBets(database, url, bets);
    await events.rulings.recordResult(event, {
      ht: { home: 1, away: 0 },
      ft: { home: 2, away: 1 },
      source: 'bench',
      confirmedBy: 'bench',
    });
    const key = due.pop();
    if (!key) throw new Error('no ruling');
    return costOf(database.pool, names, async () => {
      const done = await settlement.run(key);
      if (done.bets !== bets) throw new Error(`${done.bets} of ${bets} bets were settled`);
      return bets;
    });
  };
  await settle();
  return {
    peers: { server: emptyPost, settlement: plainStatement },
    async turn() {
      const cost = await settle();
      return { server: cost.server, settlement: cost.placing };
    },
    async close() {
      await close();
      await database.close();
    },
  };
};
