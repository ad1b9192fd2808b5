-- The ledger summed by day, for the office. Only src/wallet reads or writes these tables.

-- One row: entries and moves of transactions below `tx` are in the sums, by days of `zone`.
create table ledger_mark (
  one boolean primary key default true check (one),
  -- null: nothing has been summed yet.
  zone text,
  tx bigint not null default 0
);
insert into ledger_mark default values;

-- All shards together: a roll-up reads them all, and what is shown is never of one.
create table ledger_day (
  day date not null,
  kind text not null,
  account text not null,
  currency text not null,
  -- What wallets changed by, of both kinds, and the account with them: their sum is zero.
  amount numeric not null,
  held numeric not null,
  house numeric not null,
  entries bigint not null,
  primary key (day, kind, account, currency)
);

-- A day's entries without reading all days.
create index entry_at on entry (at);
