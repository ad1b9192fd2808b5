-- The end of a member's second factors is a proposal: its subject is the member.
alter table proposal drop constraint proposal_kind, drop constraint proposal_subject;
alter table proposal
  add constraint proposal_kind check (kind in ('operator', 'team_rules', 'reward_rules', 'member_factor')),
  add constraint proposal_subject check (
    case kind
      when 'operator' then (subject_id is null) = (subject_version is null)
      when 'team_rules' then subject_id is null and subject_version is not null
      when 'reward_rules' then subject_id is null and subject_version is not null
      when 'member_factor' then subject_id is not null and subject_version is null
    end);

insert into proposal (id, kind, subject_id, body, reason, state, version, proposed_by, proposed_at, decided_by, decided_at, note)
select id, 'member_factor', member_id, '{}', reason, state, version, proposed_by, proposed_at, decided_by, decided_at, note
from factor_end;
drop table factor_end;

-- One of a member at a time.
create unique index proposal_of_member on proposal (subject_id) where kind = 'member_factor' and state = 'proposed';
