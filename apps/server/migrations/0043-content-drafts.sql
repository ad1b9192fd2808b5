-- Drafts of what operators publish: versions nobody is shown. What members read is the newest version that is none.
alter table content
  add column draft boolean not null default false,
  alter column from_at drop not null,
  add constraint content_draft check (not (draft and removed)),
  -- A draft may leave open when it begins: at the moment it is published.
  add constraint content_begins check (draft or from_at is not null);
