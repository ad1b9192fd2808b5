-- Each decision of the office names the version that its page showed. These tables count their changes from now on.
alter table adjustment add column version integer not null default 0;
alter table identity_request add column version integer not null default 0;
alter table factor_end add column version integer not null default 0;
alter table team_flag add column version integer not null default 0;
-- `version` is the number of the rules or the text that a proposal has become.
alter table rule_change add column revision integer not null default 0;
alter table house_text add column revision integer not null default 0;
-- Counts the locks of the account and their ends.
alter table member add column lock_version integer not null default 0;
