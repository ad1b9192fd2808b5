import { query, type Queryable } from '../core/database/database.ts';
import { parameters } from '../core/database/rows.ts';
import type { MarketWrite } from './market-plan.ts';

const { $, values } = parameters({
  event_id: 'uuid[]',
  market: 'text[]',
  line: 'text[]',
  state: 'text[]',
  one_sided: 'boolean[]',
  in_play: 'boolean[]',
  margin_bp: 'integer[]',
  // An array for each market, as text.
  selections: 'text[]',
  odds_milli: 'text[]',
  why: 'text[]',
  who: 'text',
});
const marketWrite = query.many<{ event_id: string; market: string; line: string }>(
  'market-write',
  `with wanted as (
     select w.event_id, w.market, w.line, w.one_sided and p.id is null as one_sided,
       case when w.one_sided and p.id is not null then 'open' else w.state end as state, in_play, coalesce(p.margin_bp, w.margin_bp) as margin_bp,
       selections::text[], coalesce(p.odds_milli, w.odds_milli::integer[]) as odds_milli, w.why
     from unnest(${$('event_id')}, ${$('market')}, ${$('line')}, ${$('state')}, ${$('one_sided')}, ${$('in_play')}, ${$('margin_bp')},
       ${$('selections')}, ${$('odds_milli')}, ${$('why')})
       as w (event_id, market, line, state, one_sided, in_play, margin_bp, selections, odds_milli, why)
     -- A trader's price replaces the model's price until kick-off.
     left join trader_price p on p.event_id = w.event_id and p.market = w.market and p.line = w.line
       and p.released_at is null and w.state in ('open', 'suspended')
       and exists (select from event e where e.id = w.event_id and e.state = 'scheduled')
     -- Ruled markets are not offered again, even if the feed still sends prices: neither after a result of the whole
     -- match, nor what a void covers.
     where exists (
         select from market k where k.event_id = w.event_id and k.market = w.market and k.line = w.line
       ) or not exists (
         select from standing s
         join ruling r on r.event_id = s.event_id and r.version = s.ruling
         left join result t on t.event_id = r.event_id and t.version = r.result_version
         where s.event_id = w.event_id and (t.ft_home is not null or t.kind <> 'played' or exists (
           select from void_rule v
           where v.event_id = s.event_id and v.undone_version is null
             and v.struck_from = '-infinity' and v.struck_until = 'infinity'
             and (v.market is null or v.market = w.market) and (v.line is null or v.line = w.line)
         ))
       )
   ), written as (
     insert into market as m (event_id, market, line, state, one_sided, in_play, margin_bp, selections, odds_milli, moves,
       updated_at)
     select event_id, market, line, state, one_sided, in_play, margin_bp, selections, odds_milli,
       array_fill(0::smallint, array[cardinality(odds_milli)]), site_now()
     from wanted
     on conflict (event_id, market, line) do update set
       state = excluded.state, one_sided = excluded.one_sided, margin_bp = excluded.margin_bp, odds_milli = excluded.odds_milli,
       moves = (
         select array_agg(
           case when old.odds = new.odds then m.moves[new.n]
                when old.odds = 0 or new.odds = 0 then 0
                else sign(new.odds - old.odds) end::smallint order by new.n)
         from unnest(excluded.odds_milli) with ordinality as new (odds, n)
         join unnest(m.odds_milli) with ordinality as old (odds, n) using (n)),
       version = m.version + 1, updated_at = site_now()
     where m.state in ('open', 'suspended')
       and (m.state, m.one_sided, m.odds_milli)
         is distinct from (excluded.state, excluded.one_sided, excluded.odds_milli)
     returning event_id, market, line, version, state, odds_milli
   )
   insert into market_history (event_id, market, line, version, state, odds_milli, who, why, at)
   select w.event_id, w.market, w.line, w.version, w.state, w.odds_milli, ${$('who')}, wanted.why, site_now()
   from written as w join wanted using (event_id, market, line)
   returning event_id, market, line`,
);
const asArray = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

/**
 * Writes markets whose state or prices differ, each with its line of history, in one statement.
 * @returns those that changed
 */
export const writeMarkets = async (
  to: Queryable,
  writes: readonly (MarketWrite & { eventId: string })[],
  who: string,
): Promise<{ eventId: string; market: string; line: string }[]> => {
  const rows = await marketWrite(
    to,
    values({
      event_id: writes.map(({ eventId }) => eventId),
      market: writes.map(({ market }) => market),
      line: writes.map(({ line }) => line),
      state: writes.map(({ state }) => state),
      one_sided: writes.map(({ oneSided }) => oneSided === true),
      in_play: writes.map(({ inPlay }) => inPlay),
      margin_bp: writes.map(({ marginBp }) => marginBp),
      selections: writes.map(({ selections }) => asArray(selections)),
      odds_milli: writes.map(({ oddsMilli }) => asArray(oddsMilli)),
      why: writes.map(({ why }) => why),
      who,
    }),
  );
  return rows.map(({ event_id: eventId, market, line }) => ({ eventId, market, line }));
};
