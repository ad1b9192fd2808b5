-- Whom a leader has below, generation by generation, is read from the index alone: a big team is thousands of rows anywhere.
create index team_tree_below on team_tree (leader_shard, leader_id, generation, member_id) include (shard);
drop index team_tree_leader;
