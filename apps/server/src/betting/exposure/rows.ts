import { query, type Queryable } from '../../core/database/database.ts';
import { parameters } from '../../core/database/rows.ts';
import type { ExposedLeg } from './legs.ts';
import type { LegSums } from './totals.ts';

/** A change of an event's exposure: an order held, released or sold. Negative sums subtract. */
export type ExposureChange = { eventId: string; leg: ExposedLeg; sums: LegSums };

const { $, values } = parameters({
  shard: 'int2',
  holder: 'uuid',
  lane: 'int2',
  event_id: 'uuid[]',
  market: 'text[]',
  line: 'text[]',
  selection: 'text[]',
  since: 'text[]',
  stake: 'bigint[]',
  potential: 'bigint[]',
  combined: 'bigint[]',
  pending: 'bigint[]',
});
const upsert = query.exec(
  'exposure-change',
  `insert into exposure (shard, event_id, holder, lane, market, line, selection, since, stake, potential, combined, pending)
   select ${$('shard')}, event_id, ${$('holder')}, ${$('lane')}, market, line, selection, since, sum(stake), sum(potential), sum(combined), sum(pending)
   from unnest(${$('event_id')}, ${$('market')}, ${$('line')}, ${$('selection')}, ${$('since')}, ${$('stake')},
       ${$('potential')}, ${$('combined')}, ${$('pending')})
     as t (event_id, market, line, selection, since, stake, potential, combined, pending)
   group by event_id, market, line, selection, since
   on conflict (event_id, holder, lane, market, line, selection, since, shard) do update set
     stake = exposure.stake + excluded.stake, potential = exposure.potential + excluded.potential,
     combined = exposure.combined + excluded.combined, pending = exposure.pending + excluded.pending`,
);

/** Adds changes to the rows of a lane, which has one writer at a time. */
export const writeChanges = async (
  on: Queryable,
  {
    holder,
    shard,
    lane,
    changes,
  }: { holder: string; shard: number; lane: number; changes: readonly ExposureChange[] },
): Promise<void> => {
  if (changes.length === 0) return;
  await upsert(
    on,
    values({
      shard,
      holder,
      lane,
      event_id: changes.map(({ eventId }) => eventId),
      market: changes.map(({ leg }) => leg.market),
      line: changes.map(({ leg }) => leg.line),
      selection: changes.map(({ leg }) => leg.selection),
      since: changes.map(({ leg }) => leg.since),
      stake: changes.map(({ sums }) => sums.stake),
      potential: changes.map(({ sums }) => sums.potential),
      combined: changes.map(({ sums }) => sums.combined),
      pending: changes.map(({ sums }) => sums.pending),
    }),
  );
};

/** Numbers of lanes, each for one piece of work at a time, so that no two write the same rows. */
export const createLaneNumbers = () => {
  const free: number[] = [];
  let made = 0;
  return async <T>(work: (lane: number) => Promise<T>): Promise<T> => {
    const lane = free.pop() ?? made++;
    try {
      return await work(lane);
    } finally {
      free.push(lane);
    }
  };
};
