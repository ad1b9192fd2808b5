-- House texts are proposals; their table keeps the versions that were published, with the words as they were decided.
alter table proposal drop constraint proposal_kind, drop constraint proposal_subject;
alter table proposal
  add constraint proposal_kind check (
    kind in ('operator', 'team_rules', 'reward_rules', 'member_factor', 'adjustment', 'house_text')),
  add constraint proposal_subject check (
    case kind
      when 'operator' then (subject_id is null) = (subject_version is null)
      when 'team_rules' then subject_id is null and subject_version is not null
      when 'reward_rules' then subject_id is null and subject_version is not null
      when 'member_factor' then subject_id is not null and subject_version is null
      when 'adjustment' then subject_id is not null and subject_version is null
      when 'house_text' then subject_id is null and subject_version is not null
    end);

-- A revocation wrote its reason over the note and counted as a change of the proposal; both belong to the published version.
insert into proposal (id, kind, subject_version, key, body, reason, state, version, proposed_by, proposed_at, decided_by, decided_at, note)
select id, 'house_text', based_on, key,
  jsonb_build_object('kind', kind, 'texts', texts, 'from', to_char(valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')),
  reason, case when state in ('published', 'revoked') then 'applied' else state end,
  revision - case when state = 'revoked' then 1 else 0 end,
  proposed_by, proposed_at, decided_by, decided_at, case when state <> 'revoked' then note end
from house_text;

delete from house_text where version is null;
alter table house_text rename column decided_at to published_at;
alter table house_text add column revoked_why text;
update house_text set revoked_why = note where state = 'revoked';
alter table house_text
  drop column state,
  drop column based_on,
  drop column reason,
  drop column key,
  drop column proposed_by,
  drop column proposed_at,
  drop column decided_by,
  drop column note,
  drop column revision,
  alter column version set not null,
  alter column published_at set not null,
  add constraint house_text_proposal foreign key (id) references proposal (id),
  add constraint house_text_revoked_by check (
    (revoked_at is null) = (revoked_by is null) and (revoked_at is null) = (revoked_why is null));
