-- The figures that the house publishes of itself, as they follow from the public log, and what they are made of.
create table house_fold (
  one boolean primary key default true check (one),
  -- Version of the fold; the state of another is of no use.
  version integer not null,
  -- Entries that were read.
  size bigint not null,
  state text not null,
  -- The figures as of a size at which they are published, as JSON.
  published text not null,
  -- The process that goes on with it, until another may.
  holder uuid,
  held_until timestamptz not null default '-infinity'
);
insert into house_fold (version, size, state, published) values (0, 0, '', '');
