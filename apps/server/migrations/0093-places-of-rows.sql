-- Every unique index of a table that is spread over nodes by shard has the shard in it (platform/placement.ts).

-- A lane writes its exposure where its bets are. Look-ups still begin with the match.
alter table exposure
  add column shard smallint not null default 0,
  drop constraint exposure_pkey,
  add primary key (event_id, holder, lane, market, line, selection, since, shard);

-- Ids made by the server are unique by themselves.
alter table audit_breach
  drop constraint audit_breach_pkey,
  add primary key (shard, id);
drop index team_flag_id;
create index team_flag_id on team_flag (id);
