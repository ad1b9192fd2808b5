-- What the goal means of an event rest on: market prices with their source, a trader, or results. Then `basis_results`
-- counts those of the team that has fewer; null where that is not known. Both are null for an event of an older version.
alter table event
  add column basis text check (basis in ('market', 'trader', 'results')),
  add column basis_source text,
  add column basis_results integer check (basis_results >= 0),
  add column basis_at timestamptz,
  add constraint event_basis_priced check (basis is null or home_mean is not null),
  add constraint event_basis_source check ((basis_source is not null) = (basis is not distinct from 'market')),
  add constraint event_basis_results check (basis_results is null or basis = 'results');

update event e set basis_at = p.at,
  basis = case when not p.brought then 'results' when p.source = 'operator' then 'trader' else 'market' end,
  basis_source = case when p.brought and p.source <> 'operator' then p.source end
from feed_price p where p.event_id = e.id and e.home_mean is not null;
update event set basis = 'results' where feed = 'replay' and home_mean is not null;

-- The event has the source of its prices itself.
drop table feed_price;
