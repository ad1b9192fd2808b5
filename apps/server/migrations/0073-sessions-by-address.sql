-- Decisions about a member's money look whether the operator and the member used one address lately.
create index session_address on session (address, member_id, last_used_at);
