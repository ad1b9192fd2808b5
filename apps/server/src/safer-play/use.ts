import type { PlayUse } from '@touchline/contract/shapes/office-views';
import { limitKinds, limitPeriods } from '@touchline/contract/shapes/play';
import { query, statement, type Queryable } from '../core/database/database.ts';
import { shardCount } from '../core/ids.ts';
import { startOfDay } from '../core/local-time.ts';

const restrictions = query.one<Omit<PlayUse, 'limits' | 'limitMembers'>>(
  'play-use',
  `select
     count(*) filter (where restriction = 'time_out' and begun)::int as "timeOuts",
     count(*) filter (where restriction = 'time_out' and (until is null or until > site_now()))::int as "timeOutsNow",
     count(*) filter (where restriction = 'excluded' and begun)::int as "exclusions",
     count(*) filter (where restriction = 'excluded')::int as "exclusionsNow"
   from (
     select restriction, until, since >= ${startOfDay('$2::date', '$4')}
       and since < ${startOfDay('$3::date + 1', '$4')} as begun
     from play where shard between 0 and $1::smallint and restriction is not null
   ) p`,
);
const limits = query.many<{ kind: string; period: string; members: number }>(
  'play-use-limits',
  `select kind, period, count(*)::int as members from play_limit
   where shard between 0 and $1::smallint and amount is not null group by kind, period`,
);
const members = statement(
  'play-use-members',
  `select count(distinct member_id)::int as members from play_limit
   where shard between 0 and $1::smallint and amount is not null`,
);

/** Counts time-outs, exclusions and limits: begun within these days, and in force now. An exclusion lasts until the member returns. */
export const selectPlayUse = async (
  on: Queryable,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<PlayUse> => {
  const last = shardCount - 1;
  const [begun, set, all] = await Promise.all([
    restrictions(on, [last, from, to, timeZone]),
    limits(on, [last]),
    on.query<{ members: number }>(members([last])),
  ]);
  const none = { timeOuts: 0, timeOutsNow: 0, exclusions: 0, exclusionsNow: 0 };
  return {
    ...(begun ?? none),
    limitMembers: all.rows[0]?.members ?? 0,
    limits: limitKinds.flatMap((kind) =>
      limitPeriods.flatMap((period) => {
        const found = set.find((row) => row.kind === kind && row.period === period);
        return found === undefined ? [] : [{ kind, period, members: found.members }];
      }),
    ),
  };
};

const now = query.one<{ withLimits: number; excluded: number }>(
  'play-use-now',
  `select (select count(distinct (shard, member_id))::int from play_limit where shard between 0 and $1::smallint and amount is not null)
     as "withLimits",
     (select count(*)::int from play where shard between 0 and $1::smallint
        and (restriction = 'excluded' or (restriction = 'time_out' and (until is null or until > site_now())))) as excluded`,
);

/** Members with a limit in force, and those in a time-out or excluded. */
export const selectPlayNow = async (on: Queryable): Promise<{ withLimits: number; excluded: number }> =>
  (await now(on, [shardCount - 1])) ?? {
    withLimits: 0,
    excluded: 0,
  };
