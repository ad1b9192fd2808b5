import { currencies } from '@touchline/money/currency';
import pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Queryable } from '../../core/database/database.ts';
import { readCheckInScale, readVipLevels } from '../../core/config/growth.ts';
import { factsSince, sqlPart, type Part } from './part.ts';

const { scale } = currencies.PLAY;

/**
 * A change reaches every process within seconds, and a request may be under way in the meantime: both settings are
 * valid for this long.
 */
const overlap = `interval '5 minutes'`;

/** Records with the spans in which their settings may have been in force. */
const records = `(
  select number, settings, at - ${overlap} as since,
    coalesce(lead(at) over (order by number) + ${overlap}, 'infinity') as until
  from setting_record
)`;

/**
 * Whether settings were not recorded yet at a given time: before the first start of a server that records them.
 */
const unkept = (at: string): string =>
  `${at} < ${factsSince} + ${overlap}
   and not exists (select from ${records} r where ${at} between r.since and r.until)`;

const Settings = Type.Object({
  CHECK_IN_SCALE: Type.String(),
  VIP_LEVELS: Type.String(),
});

/** The terms of a version of the reward rules, or of a settings record, where the version is 0. */
type Terms = {
  version: number;
  record: number | null;
  scale: string[];
  percents: number[];
  turnovers: string[];
};

const readTerms = async (on: Queryable): Promise<Terms[]> => {
  const kept = await on.query<{ number: number; settings: unknown }>(
    'select number, settings from setting_record order by number',
  );
  const rules = await on.query<{ version: number; CHECK_IN_SCALE: string; VIP_LEVELS: string }>(
    `select version, check_in_scale as "CHECK_IN_SCALE", vip_levels::text as "VIP_LEVELS" from reward_rules order by version`,
  );
  const termsOf = (
    of: { version: number; record: number | null },
    given: { CHECK_IN_SCALE: string; VIP_LEVELS: string },
  ): Terms => {
    // Fees and largest withdrawals follow the site's; check-in rewards do not.
    const levels = readVipLevels(
      { VIP_LEVELS: given.VIP_LEVELS, WITHDRAW_FEE_BP: 0, WITHDRAW_MAX: '0' },
      scale,
    );
    return {
      ...of,
      scale: readCheckInScale(given.CHECK_IN_SCALE, scale).map(String),
      percents: levels.map(({ checkInPercent }) => checkInPercent),
      turnovers: levels.map(({ turnoverMinor }) => String(turnoverMinor)),
    };
  };
  return [
    ...kept.rows.map(({ number, settings }) =>
      termsOf({ version: 0, record: number }, Value.Parse(Settings, settings)),
    ),
    ...rules.rows.map(({ version, ...given }) => termsOf({ version, record: null }, given)),
  ];
};

/**
 * A check-in gives the reward of its day of the run by the rules of the run's first day (by those of its own
 * day where there was no check-in then), times the percent of a level. A member's former level is not stored:
 * it is one that the stakes of the member until then allow by some rules, as new rules take no level away.
 */
const checkIns = (
  terms: readonly Terms[],
): string => `with record as materialized (select * from ${records} r),
  terms as materialized (
    select t.version, t.record, t.scale, t.percents
    from jsonb_to_recordset(${pg.escapeLiteral(JSON.stringify(terms))}::jsonb)
      as t (version integer, record integer, scale bigint[], percents integer[], turnovers bigint[])
  ), level as materialized (
    select l.n, min(l.turnover) as turnover
    from jsonb_to_recordset(${pg.escapeLiteral(JSON.stringify(terms))}::jsonb) as t (turnovers bigint[])
    cross join unnest(t.turnovers) with ordinality as l (turnover, n) group by l.n
  ), given as (
    select c.*,
      coalesce((select r.version from reward_rules r where r.counts_from <= c.day - (c.streak - 1) order by r.version desc limit 1), 0) as first,
      coalesce((select r.version from reward_rules r where r.counts_from <= c.day order by r.version desc limit 1), 0) as own
    from check_in c where c.reward is not null
  )
  select concat_ws(' ', 'check-in of', c.member_id, 'on', c.day, 'day', c.streak, 'of a run, gives', c.reward) as detail
  from given c
  where not (c.first * c.own = 0 and ${unkept('c.at')})
    and not exists (
      select from terms f
      left join record fr on fr.number = f.record
      join terms o on o.version = c.own
      left join record r on r.number = o.record
      cross join unnest(o.percents) with ordinality as p (percent, n)
      join level l on l.n = p.n
      where f.version = c.first
        and (f.record is null or c.at between fr.since and fr.until)
        and (o.record is null or c.at between r.since and r.until)
        and (case when cardinality(f.scale) > 0 or c.streak = 1 then f.scale[c.streak] else o.scale[c.streak] end)
          * p.percent between c.reward * 100 and c.reward * 100 + 99
        and (l.turnover = 0 or l.turnover <= (
          select sum(b.stake) from bet b where b.shard = c.shard and b.member_id = c.member_id and b.placed_at <= c.at))
    )`;

/** Rewards and grants of members, against the settings and rules in force at that time. */
export const givenParts: readonly Part[] = [
  sqlPart({
    name: 'settings are on record without a gap',
    rows: 'setting_record',
    differences: `select concat_ws(' ', 'record', number, 'of', at, 'follows', before, 'of', before_at) as detail
      from (
        select number, at, lag(number) over line as before, lag(at) over line as before_at from setting_record
        window line as (order by number)
      ) r
      where number <> coalesce(before, 0) + 1 or at < before_at`,
  }),
  sqlPart({
    name: 'play money is what the settings in force grant',
    rows: `entry where kind = 'grant'`,
    differences: `with record as materialized (
        select since, until, (settings ->> 'PLAY_GRANT')::numeric * ${10 ** scale} as grant_minor from ${records} r
      )
      select concat_ws(' ', 'entry', e.member_id, e.version, 'of', e.at, 'grants', e.amount, 'in force were',
        coalesce((select string_agg(distinct r.grant_minor::bigint::text, ' or ') from record r where e.at between r.since and r.until),
          'no settings on record')) as detail
      from entry e
      where e.kind = 'grant' and not (${unkept('e.at')})
        and not exists (select from record r where e.at between r.since and r.until and r.grant_minor = e.amount)`,
  }),
  {
    name: 'check-ins are what the rules in force give',
    verify: async (on, note) =>
      sqlPart({
        name: '',
        rows: 'check_in where reward is not null',
        differences: checkIns(await readTerms(on)),
      }).verify(on, note),
  },
];
