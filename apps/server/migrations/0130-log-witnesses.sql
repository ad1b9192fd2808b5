-- Witnesses of the public log: what each has cosigned last, and whether it answers.
create table log_witness (
  -- As verifiers take it; the name of the witness is in it.
  vkey text primary key,
  -- The checkpoint that it cosigned last, and its line of the note; missing before the first.
  epoch integer references log_epoch (epoch),
  size bigint,
  line text,
  cosigned_at timestamptz,
  -- Since when it has cosigned without a fault.
  since timestamptz,
  -- Why it did not cosign when it was asked last; missing when it did.
  fault text
);

-- The newest checkpoint of each epoch that enough witnesses have cosigned, with their lines.
create table log_counted (
  epoch integer primary key references log_epoch (epoch),
  size bigint not null check (size >= 0),
  note text not null,
  at timestamptz not null default now()
);

-- What a witness will never cosign: its answer, and the note that it refused.
create table log_refusal (
  vkey text not null,
  note text not null,
  -- Of HTTP; 409 where the witness has seen a larger log.
  status integer not null,
  reason text not null,
  at timestamptz not null default now(),
  primary key (vkey, note)
);
