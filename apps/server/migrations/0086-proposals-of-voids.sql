-- Voids, and the ends of them, are proposals: the subject is the match, the body has the bets. A ruling that applies one names it.
alter table proposal drop constraint proposal_kind, drop constraint proposal_subject;
alter table proposal
  add constraint proposal_kind check (
    kind in ('operator', 'team_rules', 'reward_rules', 'member_factor', 'adjustment', 'house_text', 'setting', 'void')),
  add constraint proposal_subject check (
    case kind
      when 'operator' then (subject_id is null) = (subject_version is null)
      when 'team_rules' then subject_id is null and subject_version is not null
      when 'reward_rules' then subject_id is null and subject_version is not null
      when 'member_factor' then subject_id is not null and subject_version is null
      when 'adjustment' then subject_id is not null and subject_version is null
      when 'house_text' then subject_id is null and subject_version is not null
      -- The version of changes of before is not known.
      when 'setting' then subject_id is null
      when 'void' then subject_id is not null and subject_version is null
    end);

-- Both people are "operator:<id>".
insert into proposal (id, kind, subject_id, body, reason, state, version, proposed_by, proposed_at, decided_by, decided_at, note)
select id, 'void', event_id,
  jsonb_strip_nulls(jsonb_build_object(
    'undoes', undoes,
    'market', market,
    'line', line,
    'struckFrom', to_char(struck_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'struckUntil', to_char(struck_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))),
  why, state, case state when 'proposed' then 0 else 1 end,
  substr(proposed_by, 10)::uuid, proposed_at, substr(decided_by, 10)::uuid, decided_at, note
from void_proposal;

alter table ruling add column proposal_id uuid references proposal (id);
update ruling r set proposal_id = p.id
from void_proposal p where p.state = 'applied' and p.event_id = r.event_id and p.ruling = r.version;
create unique index ruling_proposal on ruling (proposal_id) where proposal_id is not null;
drop table void_proposal;
