-- Changes of team rules and reward rules are proposals like those of operators. They never expire; what one was made on is the
-- version of its subject, and applied it has become the next one.
alter table proposal
  drop constraint proposal_kind_check,
  drop constraint proposal_subject,
  alter column expires_at drop not null;
alter table proposal
  add constraint proposal_kind check (kind in ('operator', 'team_rules', 'reward_rules')),
  add constraint proposal_subject check (
    case kind
      when 'operator' then (subject_id is null) = (subject_version is null)
      when 'team_rules' then subject_id is null and subject_version is not null
      when 'reward_rules' then subject_id is null and subject_version is not null
    end),
  -- Null: it waits until somebody decides it.
  add constraint proposal_expires check ((kind = 'operator') = (expires_at is not null)),
  add constraint proposal_reason check (kind = 'operator' or reason is not null);

insert into proposal (id, kind, subject_version, body, reason, state, version, proposed_by, proposed_at, decided_by, decided_at, note)
select id, case kind when 'team' then 'team_rules' else 'reward_rules' end, based_on,
  jsonb_build_object(case kind when 'team' then 'levels' else 'rules' end, rules)
    || case when asked_from is null then '{}' else jsonb_build_object('from', to_char(asked_from, 'YYYY-MM-DD')) end,
  reason, state, revision, proposed_by, proposed_at, decided_by, decided_at, note
from rule_change;
drop table rule_change;

-- One that waits is found by kind, since when it does.
create index proposal_waits on proposal (kind, proposed_at) where state = 'proposed';
