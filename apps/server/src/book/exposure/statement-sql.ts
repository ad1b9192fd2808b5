/**
 * What the placing statement writes of exposure, as pieces of SQL. Names of its own: `offered` (the distinct legs, with
 * `lease`), `struck` (the legs of the bets), `src` (the bets), `due` (what the ledger took).
 */

/**
 * The leases of the batch that are alive by the database's clock, held until the bets are on record: an expired lease
 * counts until it can be deleted, so that what it allowed is not given to others before.
 * @param ids parameter with the ids of the leases
 */
export const leasedCte = (ids: string): string => `leased as materialized (
  select id from exposure_lease where id = any(${ids}::uuid[]) and expires_at > clock_timestamp()
  order by event_id, id for share
)`;

/**
 * What the bets add to each leg, in the rows of this lane.
 * @param lane parameters with the holder and the lane
 */
export const exposedCte = (lane: string): string => `exposed as (
  insert into exposure (event_id, holder, lane, market, line, selection, since, stake, potential, combined)
  select o.event_id, ${lane}, o.market, o.line, o.selection, o.since, sum(t.stake), sum(t.potential), sum(t.combined)
  from (
    select s.place,
      sum(case when b.type = 'single' then b.unit else 0 end) as stake,
      sum(case when b.type = 'single' then b.potential else 0 end) as potential,
      sum(case when b.type = 'single' then 0 else b.potential end) as combined
    from struck s join src b on b.bet = s.bet
    where (b.bet_id in (select ref from due)) is true
    group by s.place
  ) t
  join offered o on o.place = t.place
  group by o.event_id, o.market, o.line, o.selection, o.since
  on conflict (event_id, holder, lane, market, line, selection, since) do update set
    stake = exposure.stake + excluded.stake, potential = exposure.potential + excluded.potential,
    combined = exposure.combined + excluded.combined
)`;
