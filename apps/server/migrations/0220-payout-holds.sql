-- Payouts wait while the database may be older than what rails have paid: after a restore, and while the public log does not go on.
-- Only src/cashier and the tool of restores write this table.
create table payout_hold (
  number integer generated always as identity primary key,
  reason text not null check (reason in ('restored', 'log_refused')),
  -- What rails paid after it may be missing in this database.
  since timestamptz not null,
  at timestamptz not null default clock_timestamp(),
  released_at timestamptz,
  released_by uuid references operator (id),
  note text check (length(note) between 10 and 1000),
  -- References of payments that the rails' lists have and this database has not, accounted for by the operator.
  unknown_references text[] not null default '{}',
  constraint payout_hold_released check (
    (released_at is null) = (released_by is null) and (released_at is null) = (note is null))
);
create unique index payout_hold_open on payout_hold ((released_at is null)) where released_at is null;
