-- The currency of a payment that came in another than its recharge asked for; `paid` is in minor units of it.
alter table payment add column currency text check (currency ~ '^[A-Z]{3,5}$');
