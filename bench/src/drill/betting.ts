import { currencies } from '@touchline/money/currency';
import { createBoard } from '../../../apps/server/src/pricing/board/board.ts';
import { createBuilders } from '../../../apps/server/src/betting/builder/builders.ts';
import { Grids } from '../../../apps/server/src/pricing/grids.ts';
import { judge } from '../../../apps/server/src/betting/placing/domain.ts';
import { readOrder } from '../../../apps/server/src/betting/placing/order.ts';
import { placeBatch } from '../../../apps/server/src/betting/placing/statement.ts';
import { createSettlement } from '../../../apps/server/src/betting/settlement/service.ts';
import { createBus } from '../../../apps/server/src/core/events.ts';
import { createLog } from '../../../apps/server/src/core/logging/log.ts';
import { insertInto } from '../../../apps/server/src/core/database/rows.ts';
import { newId } from '../../../apps/server/src/core/ids.ts';
import { testEvent } from '../../../apps/server/src/testing/book.ts';
import { betOf } from '../place/seed.ts';
import { batchSize, type Member } from './ledger.ts';
import { costOf, inGroups, type Cost } from './measure.ts';
import type { Site } from './site.ts';

/** A bet of the story; `n` gives its match, selection and stake, the same on every site. */
type PlannedBet = Member & { key: string; n: number };

/** Never reached, so that the member's exposure is counted and nothing refused. */
const memberCap = 10 ** 13;
const eventCount = 10;
const currency = currencies.PLAY;
const limits = { minMinor: 1n, maxMinor: 10_000_000n, potentialMaxMinor: 10n ** 12n };

const ft = {
  ht_home: 0,
  ht_away: 0,
  ft_away: 1,
  source: 'drill',
  state: 'confirmed',
  confirmed_by: 'drill',
} as const;
const result = insertInto('result', [
  'event_id',
  'version',
  'ft_home',
  'ht_home',
  'ht_away',
  'ft_away',
  'source',
  'state',
  'confirmed_by',
]);
const ruling = insertInto('ruling', ['event_id', 'version', 'result_version', 'who', 'why']);

/** Each member bets once a round. */
export const planBets = (members: readonly Member[], rounds: number): PlannedBet[] =>
  Array.from({ length: rounds }, (_, round) =>
    members.map((member, i) => ({ ...member, key: `drill-bet-${round}`, n: round * members.length + i })),
  ).flat();

/** Opens matches at the centre, with a lease on each; the groups read their copies. @returns their ids */
export const openMatches = async ({ centre }: Site): Promise<string[]> => {
  const events: string[] = [];
  for (let i = 0; i < eventCount; i++) events.push((await testEvent(centre.pool)).id);
  await centre.pool.query(
    `insert into exposure_lease (id, event_id, holder, n, counted, less, expires_at)
     select id, id, id, 1, '{1,1,1}', '{}', now() + interval '1 hour' from unnest($1::uuid[]) as t(id)`,
    [events],
  );
  return events;
};

/** Changes prices at the centre, which writes every copy. */
export const changePrices = (site: Site, events: readonly string[], rounds: number): Promise<Cost> =>
  costOf(site, rounds * events.length, async () => {
    for (let round = 1; round <= rounds; round++)
      for (const event of events)
        await site.centre.pool.query(
          `update market set version = version + 1, updated_at = now() where event_id = $1 and market = '1x2' and line = ''`,
          [event],
        );
  });

/** Places the bets by the statement of the server, each batch in its group. A lease has the id of its match. */
export const placeBets = async (
  site: Site,
  events: readonly string[],
  bets: readonly PlannedBet[],
): Promise<Cost> => {
  const board = createBoard(site.centre.pool);
  const grids = new Grids();
  const builders = createBuilders({ grids });
  await board.refresh(events);
  const holder = newId();
  return inGroups(site, bets, { size: batchSize }, async (group, batch) => {
    const now = new Date();
    const placements = batch.map(({ memberId, shard, key, n }) => {
      const order = readOrder(betOf(events, key, n), currency);
      const verdict = judge(order, { board, builders, grids, limits, currency, now });
      return { shard, memberId, betId: newId(), order, verdict, leaseOf: (event: string) => event };
    });
    const answers = await placeBatch(group.pool, placements, {
      currency: currency.code,
      knownAt: () => undefined,
      lane: { holder, number: 0, shard: group.firstShard, memberCap },
    });
    for (const { outcome } of answers)
      if (outcome === 'again' || outcome.outcome !== 'applied' || outcome.replayed)
        throw new Error(`a bet came to ${outcome === 'again' ? 'again' : outcome.outcome}`);
  });
};

/**
 * Settles the matches. The centre has the results and publishes the grades, which are copied to the nodes, and each group settles
 * its own shards.
 * @returns what a match has cost
 */
export const settleMatches = async (site: Site, events: readonly string[]): Promise<Cost> => {
  const { centre } = site;
  const due = events.map((eventId) => ({ eventId, version: 1 }));
  for (const [i, { eventId, version }] of due.entries()) {
    await centre.pool.query(
      result.text,
      result.values({ ...ft, event_id: eventId, version, ft_home: i % 3 }),
    );
    await centre.pool.query(
      ruling.text,
      ruling.values({ event_id: eventId, version, result_version: 1, who: 'drill', why: 'drill' }),
    );
    await centre.pool.query('insert into standing (event_id, ruling) values ($1, $2)', [eventId, version]);
  }
  const log = createLog('silent');
  const settlement = createSettlement({
    ...site.database,
    runs: site.database,
    wallet: site.wallet,
    log,
    bus: createBus(log),
    events: { announceSettled: () => Promise.resolve() },
  });
  return costOf(site, due.length, async () => {
    for (const run of due) await settlement.run(run);
  });
};
