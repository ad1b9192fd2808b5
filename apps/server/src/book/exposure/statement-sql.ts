/**
 * The exposure part of the placing statement, as pieces of SQL. Its names: `offered` (the distinct legs, with
 * `lease`), `struck` (the legs of the bets), `src` (the bets), `decided` (what the ledger decided).
 */

/**
 * The leases of the batch that are alive by the database's clock, held until the bets are on record: an expired lease
 * counts until it can be deleted, so that what it allowed is not given to others before.
 * @param ids parameter with the ids of the leases, as uuid[]
 */
export const leasedCte = (ids: string): string => `leased as materialized (
  select id from exposure_lease where id = any(${ids}) and expires_at > clock_timestamp()
  order by event_id, id for share
)`;

/**
 * What the bets add to each leg, in the rows of this lane.
 * @param holder parameter with the process, as uuid
 * @param lane parameter with the lane's number, as smallint
 */
export const exposedCte = (holder: string, lane: string): string => `exposed as (
  insert into exposure (event_id, holder, lane, market, line, selection, since, stake, potential, combined)
  select o.event_id, ${holder}, ${lane}, o.market, o.line, o.selection, o.since, sum(t.stake), sum(t.potential), sum(t.combined)
  from (
    select s.place,
      sum(case when b.type = 'single' then b.unit else 0 end) as stake,
      sum(case when b.type = 'single' then b.potential else 0 end) as potential,
      sum(case when b.type = 'single' then 0 else b.potential end) as combined
    from struck s join src b on b.bet = s.bet
    where (b.bet_id in (select ref from decided where outcome = 'applied')) is true
    group by s.place
  ) t
  join offered o on o.place = t.place
  group by o.event_id, o.market, o.line, o.selection, o.since
  on conflict (event_id, holder, lane, market, line, selection, since) do update set
    stake = exposure.stake + excluded.stake, potential = exposure.potential + excluded.potential,
    combined = exposure.combined + excluded.combined
)`;

/**
 * What each bet adds to what its member may win on each of its matches, and the bets that go over the cap there, with the
 * least room that is left. Rows of the statement's own snapshot: a bet they let through and that is over all the same is
 * stopped by the table's CHECK.
 * @param cap parameter with the cap of a member on a match, as bigint; nothing is counted when it is null
 */
export const owedCtes = (cap: string): string => `owed as materialized (
  select s.bet, b.bet_id, b.shard, b.member_id, s.event_id,
    case when b.type = 'single' then b.potential - b.unit else b.potential end as adds
  from struck s join src b on b.bet = s.bet where ${cap} is not null
),
over as materialized (
  select o.bet, o.bet_id, min(${cap} - o.was) as room
  from (
    select bet, bet_id, adds, coalesce((
      select x.liability from member_exposure x
      where x.shard = owed.shard and x.member_id = owed.member_id and x.event_id = owed.event_id), 0) as was
    from owed
  ) o
  where o.was + o.adds > ${cap}
  group by o.bet, o.bet_id
)`;

/** Counts what the ledger took. A member has one bet in a batch, so no row is met twice. */
export const liableCte = (cap: string): string => `liable as (
  insert into member_exposure (shard, member_id, event_id, liability, cap)
  select shard, member_id, event_id, adds, ${cap} from owed where (bet_id in (select ref from decided where outcome = 'applied')) is true
  order by shard, member_id, event_id
  on conflict (shard, member_id, event_id) do update set
    liability = member_exposure.liability + excluded.liability, cap = excluded.cap
)`;

/** The constraint that a batch breaks when two processes let one member exceed the cap at once. */
export const memberCapCheck = 'member_exposure_cap';
