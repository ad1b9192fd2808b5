-- Private facts that show no kind go into the log together, once in a while.
alter table log_tree add column together_at timestamptz not null default '-infinity';
