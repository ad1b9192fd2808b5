-- Until then an operator decides nothing: new, enabled again, or with a new role, a new password or without the second factor.
alter table operator add column waits_until timestamptz;
