/**
 * The exposure part of the placing statement, as pieces of SQL. Its names: `offered` (the distinct legs, with
 * `lease`), `struck` (the legs of the bets), `src` (the bets), `decided` (what the ledger decided).
 */

/**
 * The leases of the batch that are alive by the database's clock, held until the bets are stored: an expired lease
 * counts until it can be deleted, so that what it allowed is not given to others before.
 * @param ids parameter with the ids of the leases, as uuid[]
 */
export const leasedCte = (ids: string): string => `leased as materialized (
  select id from exposure_lease where id = any(${ids}) and expires_at > site_clock()
  order by event_id, id for share
)`;

/**
 * What the bets add to each leg, in the rows of this lane.
 * @param shard parameter with the shard of these rows, as smallint
 * @param holder parameter with the process, as uuid
 * @param lane parameter with the lane's number, as smallint
 */
export const exposedCte = (shard: string, holder: string, lane: string): string => `exposed as (
  insert into exposure (shard, event_id, holder, lane, market, line, selection, since, stake, potential, combined)
  select ${shard}, o.event_id, ${holder}, ${lane}, o.market, o.line, o.selection, o.since, sum(t.stake), sum(t.potential), sum(t.combined)
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
  on conflict (event_id, holder, lane, market, line, selection, since, shard) do update set
    stake = exposure.stake + excluded.stake, potential = exposure.potential + excluded.potential,
    combined = exposure.combined + excluded.combined
)`;

/** What a bet lets its member win. @param b alias of a row with type, potential and stake */
const winOf = (b: string): string =>
  `case ${b}.type when 'single' then ${b}.potential - ${b}.stake else ${b}.potential end`;

/** The same of what was not sold back of it, rounded up; nothing once the stake was returned or the bet is lost. */
export const winLeft = (b: string): string => `case
      when ${b}.returned_at is not null or ${b}.state not in ('open', 'win') then 0
      when ${b}.cashed_stake = 0 then ${winOf(b)}
      else div(${winOf(b)}::numeric * (${b}.stake - ${b}.cashed_stake) + ${b}.stake - 1, ${b}.stake) end`;

/**
 * What a member may win on a match: on singles, on other bets with a leg there, and on orders that wait for the live delay.
 * Each part is an index look-up of that member's own rows. The bet of a leg is a subselect: a join could read all bets of the
 * member each time.
 */
export const winnable = (of: { shard: string; member: string; event: string }): string => `(
    coalesce((
      select sum(${winLeft('x')}) from bet x
      where x.shard = ${of.shard} and x.event_id = ${of.event} and x.member_id = ${of.member}), 0)
    + coalesce((
      select sum((
        select ${winLeft('x')} from bet x where x.shard = y.shard and x.member_id = y.member_id and x.id = y.bet_id))
      from leg y where y.shard = ${of.shard} and y.event_id = ${of.event} and y.member_id = ${of.member}), 0)
    + coalesce((
      select sum(case d.type when 'single' then d.potential - d.unit else d.potential end) from delayed_order d
      where d.shard = ${of.shard} and d.member_id = ${of.member} and d.state = 'waiting'
        and d.legs @> jsonb_build_array(jsonb_build_object('event', ${of.event}))), 0))::bigint`;

/**
 * What each bet adds to what its member may win on each of its matches, and the bets that go over the cap there, with the
 * least room that is left. These are rows of the statement's own snapshot; where the member's wallet moved between that and
 * its lock, the ledger's `known` has the order come again.
 * @param cap parameter with the cap of a member on a match, as bigint; nothing is counted when it is null
 */
export const owedCtes = (cap: string): string => `owed as materialized (
  select s.bet, b.bet_id, b.shard, b.member_id, s.event_id,
    case when b.type = 'single' then b.potential - b.unit else b.potential end as adds,
    ${winnable({ shard: 'b.shard', member: 'b.member_id', event: 's.event_id' })} as was
  from struck s join src b on b.bet = s.bet where ${cap} is not null
),
over as materialized (
  select bet, bet_id, min(${cap} - was) as room from owed where was + adds > ${cap} group by bet, bet_id
)`;

/** Members are noted on a match, for those who watch the risk, from this part of their cap on. */
export const notedPercent = 10;

/** Notes what members near their cap may win. A member has one bet in a batch, so no row is met twice. */
export const notedCte = (cap: string): string => `noted as (
  insert into member_exposure (shard, member_id, event_id, liability, cap)
  select shard, member_id, event_id, was + adds, ${cap} from owed
  where (was + adds) * 100 >= ${cap} * ${notedPercent} and (bet_id in (select ref from decided where outcome = 'applied')) is true
  order by shard, member_id, event_id
  on conflict (shard, member_id, event_id) do update set liability = excluded.liability, cap = excluded.cap
)`;
