-- Images that members send. Only src/uploads reads or writes this table.

create table upload (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  purpose text not null check (purpose in ('voucher', 'identity')),
  -- What is stored: the image after it was decoded and encoded again.
  mime text not null,
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Of the file as it was sent.
  sha256 bytea not null,
  -- Of its pixels: the same for a copy that differs in what surrounds them.
  pixel_hash bytea not null,
  -- 64 bits that change little when the picture changes little.
  look_hash bigint not null,
  -- Random name in the store.
  place text not null constraint upload_place_unique unique,
  created_at timestamptz not null,
  -- The recharge or the identity check it belongs to.
  used_for uuid,
  used_at timestamptz,
  primary key (shard, member_id, id),
  check ((used_for is null) = (used_at is null))
);
-- A voucher counts once, over all members.
create unique index upload_voucher_file on upload (sha256) where used_for is not null and purpose = 'voucher';
create unique index upload_voucher_pixels on upload (pixel_hash) where used_for is not null and purpose = 'voucher';
create index upload_of_member on upload (shard, member_id, created_at);
create index upload_unused on upload (created_at) where used_for is null;
