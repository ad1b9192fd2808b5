-- Changes of settings are proposals; their table keeps those that were accepted, with the values before them. A change that needs
-- no second operator is one that its proposer applied alone.
alter table proposal
  drop constraint proposal_kind,
  drop constraint proposal_subject,
  drop constraint proposal_alone;
alter table proposal
  add constraint proposal_kind check (
    kind in ('operator', 'team_rules', 'reward_rules', 'member_factor', 'adjustment', 'house_text', 'setting')),
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
    end),
  add constraint proposal_alone check (
    not alone or (kind in ('operator', 'setting') and state = 'applied' and decided_by = proposed_by));

-- A change that was to take effect at once has taken effect at the time of its decision.
insert into proposal (id, kind, body, reason, state, version, proposed_by, proposed_at, decided_by, decided_at, note, alone)
select id, 'setting',
  jsonb_build_object('settings', settings, 'before', before)
    || case when effective_from is not null and effective_from is distinct from decided_at
      then jsonb_build_object('from', to_char(effective_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) else '{}' end,
  reason, case state when 'accepted' then 'applied' else state end, case state when 'proposed' then 0 else 1 end,
  proposed_by, proposed_at, decided_by, decided_at, note, state = 'accepted' and decided_by = proposed_by
from setting_change;

delete from setting_change where state <> 'accepted';
alter table setting_change rename column decided_at to accepted_at;
alter table setting_change
  drop column needs_other,
  drop column reason,
  drop column state,
  drop column proposed_by,
  drop column proposed_at,
  drop column decided_by,
  drop column note,
  alter column effective_from set not null,
  alter column accepted_at set not null,
  alter column number set not null,
  add constraint setting_not_backdated check (effective_from >= accepted_at),
  add constraint setting_change_proposal foreign key (id) references proposal (id);
create index setting_change_effective on setting_change (effective_from);
