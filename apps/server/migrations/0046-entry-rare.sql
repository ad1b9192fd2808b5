-- Entries of seldom kinds and accounts are found among a day's many stakes and payouts; those cost these indexes nothing.
-- The lists stand in src/wallet/entry-pages.ts, too.
create index entry_rare_kind on entry (at) where kind not in ('stake', 'payout', 'refund');
create index entry_rare_account on entry (at) where counter_account not in ('stakes', 'payouts');
