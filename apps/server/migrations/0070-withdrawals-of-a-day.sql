-- Both limits of withdrawals count what a member requested within a day: each request reads these rows of its member.
create index withdrawal_requested on withdrawal (shard, member_id, requested_at)
  include (amount) where state in ('in_progress', 'success', 'finished');
