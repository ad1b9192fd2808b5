import type { Reason } from '@touchline/contract/reasons';
import type { HouseRefusal } from '@touchline/contract/shapes/house';
import type pg from 'pg';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Refused } from '../../core/refusal.ts';
import { RefusedAfterDelay } from './stored-refusal.ts';

/** Counts bets that were refused, by day and reason. */
export type RefusalCounts = {
  /** Counts one; nothing waits for the database. */
  note: (refused: Refused) => void;
  /** Writes down what was counted since. A process that is killed loses that. */
  flush: () => Promise<void>;
};

/** Reasons as the log publishes them; those that do not judge the bet are left out. */
const classes: Readonly<Partial<Record<Reason, HouseRefusal | 'none'>>> = {
  price_changed: 'price',
  suspended: 'suspended',
  closed: 'closed',
  stake_min: 'stake',
  stake_max: 'stake',
  insufficient: 'balance',
  excluded: 'play',
  limit_reached: 'play',
  reality_check: 'play',
  bet_type: 'rules',
  same_event: 'rules',
  builder_parts: 'rules',
  builder_impossible: 'rules',
  builder_redundant: 'rules',
  builder_apart: 'suspended',
  too_many_lines: 'rules',
  duplicate: 'rules',
  // The call failed, or was sent again.
  key_reused: 'none',
  unavailable: 'none',
  fault: 'none',
  too_many: 'none',
};

const classOf = (refused: Refused): HouseRefusal | 'none' =>
  refused instanceof RefusedAfterDelay ? 'live_delay' : (classes[refused.reason] ?? 'other');

const add = query.exec(
  'refusal-day-add',
  `insert into refusal_day as r (day, reason, refusals)
   select (site_now() at time zone 'UTC')::date, t.reason, t.refusals from unnest($1::text[], $2::bigint[]) as t (reason, refusals)
   order by t.reason
   on conflict (day, reason) do update set refusals = r.refusals + excluded.refusals`,
);

export const createRefusalCounts = (pool: pg.Pool): RefusalCounts => {
  let counted = new Map<HouseRefusal, number>();
  return {
    note: (refused) => {
      const reason = classOf(refused);
      if (reason !== 'none') counted.set(reason, (counted.get(reason) ?? 0) + 1);
    },
    flush: async () => {
      if (counted.size === 0) return;
      const taken = counted;
      counted = new Map();
      try {
        await add(pool, [[...taken.keys()], [...taken.values()]]);
      } catch (error) {
        for (const [reason, count] of taken) counted.set(reason, (counted.get(reason) ?? 0) + count);
        throw error;
      }
    },
  };
};

/** Bets that were refused up to a day of UTC and after another, by reason. */
export const selectRefusals = async (
  on: Queryable,
  { after, until }: { after: string | null; until: string },
): Promise<{ reason: string; count: number }[]> => {
  const { rows } = await on.query<{ reason: string; count: number }>(
    `select reason, sum(refusals)::int as count from refusal_day
     where ($1::date is null or day > $1::date) and day <= $2::date group by reason order by reason`,
    [after, until],
  );
  return rows;
};
