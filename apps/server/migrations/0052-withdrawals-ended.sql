-- Withdrawals that have ended are most of all there are; the office turns their pages, newest first, and counts them.
create index withdrawal_ended on withdrawal (requested_at desc, id) where state in ('finished', 'refused', 'cancelled');
