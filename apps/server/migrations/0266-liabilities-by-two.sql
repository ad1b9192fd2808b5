-- What the house owes is published between the days by two operators, with totals that are rounded up: what was added to each total, and
-- the step of each currency. The daily ones, and those of before, are exact and have neither.
alter table liability_snapshot
  add column padding text[],
  add column steps text[],
  add constraint liability_snapshot_padding check (
    (padding is null) = (steps is null) and (padding is null or made_by is not null)
    and (padding is null or cardinality(padding) = cardinality(totals)) and (steps is null or cardinality(steps) = cardinality(currencies)));

alter table proposal drop constraint proposal_kind, drop constraint proposal_subject;
alter table proposal
  add constraint proposal_kind check (
    kind in ('operator', 'team_rules', 'reward_rules', 'member_factor', 'adjustment', 'house_text', 'setting', 'void', 'reserve', 'liabilities')),
  add constraint proposal_subject check (
    case kind
      when 'operator' then (subject_id is null) = (subject_version is null)
      when 'team_rules' then subject_id is null and subject_version is not null
      when 'reward_rules' then subject_id is null and subject_version is not null
      when 'member_factor' then subject_id is not null and subject_version is null
      when 'adjustment' then subject_id is not null and subject_version is null
      when 'house_text' then subject_id is null and subject_version is not null
      when 'setting' then subject_id is null
      when 'void' then subject_id is not null and subject_version is null
      when 'reserve' then subject_id is null and subject_version is null
      when 'liabilities' then subject_id is null and subject_version is null
    end);
