-- Corrections of balances are proposals: the subject is the member, the body has the amount. The table of corrections keeps those
-- that were applied, with the balances around their entry.
alter table proposal
  drop constraint proposal_kind,
  drop constraint proposal_subject,
  -- Made by who proposes, so that a proposal sent twice is one.
  add column key text;
alter table proposal
  add constraint proposal_kind check (kind in ('operator', 'team_rules', 'reward_rules', 'member_factor', 'adjustment')),
  add constraint proposal_subject check (
    case kind
      when 'operator' then (subject_id is null) = (subject_version is null)
      when 'team_rules' then subject_id is null and subject_version is not null
      when 'reward_rules' then subject_id is null and subject_version is not null
      when 'member_factor' then subject_id is not null and subject_version is null
      when 'adjustment' then subject_id is not null and subject_version is null
    end),
  add constraint proposal_key unique (kind, proposed_by, key);

-- A key was once of an operator and a member: where an operator used it for several members, the first keeps it.
insert into proposal (id, kind, subject_id, key, body, reason, state, version, proposed_by, proposed_at, decided_by, decided_at, note)
select id, 'adjustment', member_id, case when row_number() over (partition by proposed_by, key order by id) = 1 then key end,
  jsonb_build_object('shard', shard, 'amountMinor', amount::text),
  reason, state, version, proposed_by, proposed_at, decided_by, decided_at, refusal
from adjustment;

delete from adjustment where state <> 'applied';
drop index adjustment_id;
alter table adjustment
  drop column reason,
  drop column state,
  drop column key,
  drop column proposed_by,
  drop column proposed_at,
  drop column decided_by,
  drop column decided_at,
  drop column refusal,
  drop column version,
  add constraint adjustment_proposal foreign key (id) references proposal (id),
  add constraint adjustment_once unique (id);

-- Corrections of a member; limits of corrections count a day of a proposer and of a decider.
create index proposal_of_subject on proposal (subject_id, id) where subject_id is not null;
create index proposal_of_proposer on proposal (kind, proposed_by, proposed_at);
create index proposal_of_decider on proposal (kind, decided_by, decided_at);
