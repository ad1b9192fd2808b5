-- What the house has against what it owes. Only src/liabilities writes these tables, and only ever adds to them.

-- Proofs that the house has the key of an address: the newest of an address counts, for a while.
create table reserve_address (
  id uuid primary key,
  network text not null check (network in ('usdt-trc20', 'usdt-erc20')),
  address bytea not null check (octet_length(address) = 20),
  -- The day that the challenge names.
  day date not null,
  challenge text not null,
  signature text not null,
  added_by uuid not null references operator (id),
  added_at timestamptz not null
);
create index reserve_address_newest on reserve_address (network, address, added_at);

-- Statements of banks and providers, each published by two: the newest of a name counts, for a while.
create table reserve_statement (
  -- That of the proposal.
  id uuid primary key references proposal (id),
  name text not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  day date not null,
  -- SHA-256 of the file, which the house keeps.
  file_hash bytea not null check (octet_length(file_hash) = 32),
  applied_at timestamptz not null
);

alter table proposal drop constraint proposal_kind, drop constraint proposal_subject;
alter table proposal
  add constraint proposal_kind check (
    kind in ('operator', 'team_rules', 'reward_rules', 'member_factor', 'adjustment', 'house_text', 'setting', 'void', 'reserve')),
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
    end);
