import { sqlPart, type Part } from './part.ts';

/**
 * Snapshots of what the house owes, each with the sum of the entries of its transactions. Entries below the oldest transaction that
 * was running at a snapshot are in it for certain: they are added up once for all snapshots. The few between are asked one by one.
 */
const told = `with snapshots as materialized (
    select s.id, s.at, s.currencies, s.totals, s.padding, s.watermarks[1]::pg_snapshot as mark,
      pg_snapshot_xmin(s.watermarks[1]::pg_snapshot)::text::bigint as low,
      pg_snapshot_xmax(s.watermarks[1]::pg_snapshot)::text::bigint as high,
      row_number() over (order by pg_snapshot_xmin(s.watermarks[1]::pg_snapshot)::text::bigint, s.id) as n
    from liability_snapshot s where cardinality(s.watermarks) = 1
  ), marks as materialized (select array_agg(low order by n) as lows from snapshots),
  below as materialized (
    select width_bucket(e.tx, m.lows) as marks, e.currency, sum(e.amount) as available, sum(e.held_change) as held
    from marks m join entry e on e.shard between 0 and 255
    where m.lows is not null group by 1, 2
  ), columns as (
    select s.id, s.at, s.n, s.mark, s.low, s.high, c.currency, s.totals[3 * c.place - 2]::numeric - coalesce(s.padding[3 * c.place - 2]::numeric, 0) as available,
      s.totals[3 * c.place - 1]::numeric - coalesce(s.padding[3 * c.place - 1]::numeric, 0) as held
    from snapshots s cross join unnest(s.currencies) with ordinality as c(currency, place)
  ), told as (
    select c.id, c.at, c.currency, c.available, c.held, coalesce(sum(b.available), 0) + coalesce(max(x.available), 0) as told_available,
      coalesce(sum(b.held), 0) + coalesce(max(x.held), 0) as told_held
    from columns c
    left join below b on b.marks < c.n and b.currency = c.currency
    cross join lateral (
      select sum(e.amount) as available, sum(e.held_change) as held from entry e
      where e.shard between 0 and 255 and e.tx >= c.low and e.tx < c.high and e.currency = c.currency
        and pg_visible_in_snapshot(e.tx::text::xid8, c.mark)
    ) x
    group by c.id, c.at, c.currency, c.available, c.held
  )`;

/** What was published of liabilities, from the entries of the ledger and the row itself. */
export const liabilityParts: readonly Part[] = [
  sqlPart({
    name: 'liabilities are what entries came to',
    rows: 'liability_snapshot',
    differences: `${told}
      select concat_ws(' ', 'snapshot', id, 'of', at, 'says', available, 'and', held, 'held', currency, 'entries come to', told_available,
        'and', told_held) as detail
      from told where (available, held) is distinct from (told_available, told_held)`,
  }),
  sqlPart({
    name: 'entries of liabilities are their snapshots',
    rows: 'liability_snapshot',
    differences: `select concat_ws(' ', 'snapshot', s.id, 'was published otherwise than it is kept') as detail
      from liability_snapshot s cross join lateral (select s.entry::jsonb as said) e
      left join house_fact f on f.kind = 'liabilities' and f.id = s.id::text
      where f.body is distinct from s.entry or e.said ->> 'snapshot' is distinct from s.id::text
        or e.said ->> 'root' is distinct from encode(s.root, 'base64')
        or e.said -> 'size' is distinct from to_jsonb(s.size)
        or e.said -> 'watermarks' is distinct from to_jsonb(s.watermarks)
        or e.said -> 'totals' is distinct from coalesce((
          select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('currency', c.currency, 'available', s.totals[3 * c.place - 2],
            'held', s.totals[3 * c.place - 1], 'openBets', s.totals[3 * c.place], 'roundedTo', s.steps[c.place])) order by c.place)
          from unnest(s.currencies) with ordinality as c(currency, place)), '[]')
      union all
      select concat_ws(' ', 'snapshot', f.id, 'was published and is gone') from house_fact f
      left join liability_snapshot s on s.id::text = f.id
      where f.kind = 'liabilities' and s.id is null
      union all
      select concat_ws(' ', 'snapshot', s.id, 'adds', p.added, 'to a total that is rounded to', s.steps[(p.place + 2) / 3])
      from liability_snapshot s cross join unnest(s.padding) with ordinality as p(added, place)
      where (p.added::numeric between 1 and s.steps[(p.place + 2) / 3]::numeric
        and s.totals[p.place]::numeric % s.steps[(p.place + 2) / 3]::numeric = 0) is not true`,
  }),
  sqlPart({
    name: 'liabilities between the days are those that were decided',
    rows: 'liability_snapshot where padding is not null',
    differences: `select concat_ws(' ', 'snapshot', s.id, 'of', s.at, 'was published by', s.made_by, 'and no second operator') as detail
      from liability_snapshot s
      where s.padding is not null and not exists (
        select from proposal p where p.kind = 'liabilities' and p.state = 'applied' and p.decided_by = s.made_by
          and s.at between p.decided_at - interval '5 minutes' and p.decided_at + interval '1 hour')`,
  }),
];
