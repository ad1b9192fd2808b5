-- The time of the site: what statements compare with, and record where it is compared later. The planner replaces both by now()
-- and clock_timestamp(), so that they cost as little and plans stay the same. Only the owner of the tables may replace them, as
-- tests do to move the time of running servers; `npm run verify` reports a site where they differ.
create function site_now() returns timestamptz language sql stable parallel safe as 'select now()';
create function site_clock() returns timestamptz language sql volatile parallel safe as 'select clock_timestamp()';
