import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../apps/server/src/core/database/database.ts';
import { openFeed } from '../../fixtures/feed.ts';
import type { Random } from '../../fixtures/random.ts';
import type { Plan } from './plan.ts';
import type { RunClock } from './sender.ts';

/**
 * A feed in a process of its own that claims wrong scores of matches under way and over, until the run is over. Its claims are
 * never confirmed automatically, so nothing may be settled by them.
 * @param options.url of the database, by the way of the servers
 * @returns how many claims were recorded
 */
export const playLiar = async (
  {
    url,
    events,
    plan,
    random,
    now,
  }: { url: string; events: readonly string[]; plan: Plan; random: Random; now: RunClock },
  over: AbortSignal,
): Promise<number> => {
  const database = openDatabase(url, 1, () => undefined);
  let claims = 0;
  try {
    while (!over.aborted) {
      await wait(random.between(500, 2_500), undefined, { signal: over }).catch(() => undefined);
      const begun = events.filter((_, n) => (plan.matches[n]?.kickOffMs ?? Number.POSITIVE_INFINITY) < now());
      if (begun.length === 0) continue;
      const ft = { home: random.below(5), away: random.below(5) };
      try {
        const feed = await openFeed({ pool: database.pool, url });
        const match = await feed.match(random.pick(begun));
        await match.claim({ ht: { home: 0, away: 0 }, ft }, 'liar');
        await feed.close();
        claims += 1;
      } catch {
        // The database is away: a feed says it again, or something else.
      }
    }
  } finally {
    await database.close();
  }
  return claims;
};
