import { canonicalJson, parseCanonicalObject, type JsonObject } from '@touchline/verify/canonical-json';
import { remakeMatchTotals } from '../../betting/index.ts';
import type { DifferenceSink } from '../../ledger/index.ts';
import type { Queryable } from '../../core/database/database.ts';
import { sqlPart, type Part } from './part.ts';

/** Rows that are read at once. */
const rowsAtOnce = 200;

/** Totals of matches, made again from bets and settlements. */
const matchTotalsPart: Part = {
  name: 'totals of matches are what their bets came to',
  verify: async (on, note) => {
    let checked = 0n;
    let after = '';
    for (;;) {
      const { rows } = await on.query<{ id: string; body: string }>(
        `select id, body from house_fact where kind = 'match_totals' and id > $1 order by id limit $2`,
        [after, rowsAtOnce],
      );
      for (const row of rows) await verifyTotals(on, note, row);
      checked += BigInt(rows.length);
      after = rows.at(-1)?.id ?? after;
      if (rows.length < rowsAtOnce) return { totals: checked };
    }
  },
};

const verifyTotals = async (
  on: Queryable,
  note: DifferenceSink,
  { id, body }: { id: string; body: string },
): Promise<void> => {
  const said = parseCanonicalObject(body);
  const { currency } = said;
  const [eventId = '', version = ''] = id.split(':');
  if (typeof currency !== 'string') return note(`totals ${id} name no currency`);
  const made = await remakeMatchTotals(on, { eventId, version: Number(version) }, currency);
  if (made === undefined) return;
  const now = parseCanonicalObject(made.body);
  for (const field of new Set([...Object.keys(said), ...Object.keys(now)])) {
    if (field === 'time' || textOf(said, field) === textOf(now, field)) continue;
    note(`totals ${id} say ${field} ${textOf(said, field)}, and bets come to ${textOf(now, field)}`);
  }
};

const textOf = (of: JsonObject, field: string): string => {
  const value = of[field];
  return value === undefined ? 'nothing' : canonicalJson(value);
};

/** Days that were summed up; the first has all days before it too. */
const days = `days as materialized (
    select f.id::date as day, f.body::jsonb as said, min(f.id::date) over () as first, max(f.id::date) over () as last
    from house_fact f where f.kind = 'day_totals'
  ), span as materialized (select min(first) as first, max(last) as last from days)`;

/** What was published of matches and days, from the rows that it follows from. */
export const houseFactParts: readonly Part[] = [
  sqlPart({
    name: 'kick-off times agree with the public log',
    rows: `house_fact where kind = 'event'`,
    differences: `with told as (
        select distinct on (split_part(id, ':', 1)) id, split_part(id, ':', 1) as event, (body::jsonb ->> 'kickOff')::timestamptz as kick_off
        from house_fact where kind = 'event' order by split_part(id, ':', 1), split_part(id, ':', 2)::int desc
      )
      select concat_ws(' ', 'match', t.event, 'kicks off at', e.kick_off, 'and the log says', t.kick_off) as detail
      from told t left join event e on e.id::text = t.event
      where date_trunc('milliseconds', e.kick_off) is distinct from t.kick_off`,
  }),
  matchTotalsPart,
  sqlPart({
    name: 'sums of days are those of entries',
    rows: `house_fact where kind = 'day_totals'`,
    differences: `with ${days}, told as (
        select d.day, s.type, s.account, s.currency, s.entries, s.amount, s.held, s.house
        from days d cross join lateral jsonb_to_recordset(d.said -> 'sums')
          as s (type text, account text, currency text, entries bigint, amount numeric, held numeric, house numeric)
      ), booked as (
        select greatest((e.at at time zone 'UTC')::date, s.first) as day, e.kind as type, e.counter_account as account, e.currency,
          count(*) as entries, sum(e.amount) as amount, sum(e.held_change) as held, -sum(e.amount + e.held_change) as house
        from span s join entry e on e.shard between 0 and 255 and e.at < (s.last + 1)::timestamp at time zone 'UTC'
        group by 1, 2, 3, 4
        union all
        select greatest((h.at at time zone 'UTC')::date, s.first), 'house_move', side.account, h.currency, count(*), 0, 0, sum(side.amount)
        from span s join house_move h on h.shard between 0 and 255 and h.at < (s.last + 1)::timestamp at time zone 'UTC'
        cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as side(account, amount)
        group by 1, 3, 4
      )
      select concat_ws(' ', 'day', coalesce(t.day, b.day), coalesce(t.type, b.type), 'of', coalesce(t.account, b.account), 'says',
        t.entries, 'entries with', t.amount, t.held, t.house, 'and they come to', b.entries, 'with', b.amount, b.held, b.house) as detail
      from told t
      full join booked b on b.day = t.day and b.type = t.type and b.account = t.account and b.currency = t.currency
      where (t.entries, t.amount, t.held, t.house) is distinct from (b.entries, b.amount, b.held, b.house)
      union all
      select concat_ws(' ', 'day', d.day, 'says', w.said, 'withdrawals were paid, and', coalesce(p.paid, 0), 'were')
      from days d
      cross join lateral (
        select coalesce(sum((c ->> 'count')::int), 0) as said from jsonb_array_elements(d.said -> 'withdrawals') c
      ) w
      left join (
        select greatest((w.paid_at at time zone 'UTC')::date, s.first) as day, count(*) as paid
        from span s join withdrawal w on w.shard between 0 and 255 and w.state in ('success', 'finished')
        group by 1
      ) p on p.day = d.day
      where w.said <> coalesce(p.paid, 0)
      union all
      select concat_ws(' ', 'day', d.day, 'follows', d.said ->> 'previous')
      from days d where d.said ->> 'previous' is distinct from (select max(b.day)::text from days b where b.day < d.day)`,
  }),
];
