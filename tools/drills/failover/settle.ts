import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@touchline/server/tools/database';
import { resultsForServers } from '@touchline/server/tools/settling';

/** How long a settlement may take with everything it depends on dying on the way. */
const withinMs = 300_000;

/**
 * Records the result of a match and runs `strike` while some of its bets are settled and some are not.
 * @param url of the superuser
 * @returns waits until every bet of the match is settled
 */
export const settleThrough = async (
  database: Database,
  url: string,
  match: { event: string; bets: number },
  strike: () => Promise<void>,
): Promise<() => Promise<void>> => {
  const { events, close } = await resultsForServers(database, url);
  await events.rulings.recordResult(match.event, {
    ht: { home: 0, away: 0 },
    ft: { home: 2, away: 1 },
    source: 'drill',
    confirmedBy: 'drill',
  });
  await close();
  const open = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ open: number }>(
      `select count(*)::int as open from bet b where b.state = 'open' and b.id in (
         select id from bet where event_id = $1 union select bet_id from leg where event_id = $1)`,
      [match.event],
    );
    return rows[0]?.open ?? 0;
  };
  const endMs = performance.now() + withinMs;
  for (;;) {
    const left = await open();
    if (left === 0) throw new Error('the settlement was over before it could be struck: seed more bets');
    if (left < match.bets * 0.9) break;
    if (performance.now() > endMs) throw new Error('the settlement does not begin');
    await wait(20);
  }
  await strike();
  return async () => {
    while ((await open().catch(() => 1)) > 0) {
      if (performance.now() > endMs) throw new Error('the settlement does not end');
      await wait(250);
    }
  };
};
