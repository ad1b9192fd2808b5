import { query, type Queryable } from '../../core/database/database.ts';

/** What a witness has done so far. */
export type WitnessRow = {
  vkey: string;
  epoch: number | null;
  /** Of the checkpoint that it cosigned last. */
  size: number;
  cosignedAt: Date | null;
  /** Since when it has cosigned without a fault. */
  since: Date | null;
  fault: string | null;
};

const list = query.many<{
  vkey: string;
  epoch: number | null;
  size: bigint | null;
  cosigned_at: Date | null;
  since: Date | null;
  fault: string | null;
}>('log-witness-list', 'select vkey, epoch, size, cosigned_at, since, fault from log_witness');

/** All witnesses that were ever asked. */
export const readWitnesses = async (on: Queryable): Promise<WitnessRow[]> => {
  const rows = await list(on);
  return rows.map(({ size, cosigned_at, ...row }) => ({
    ...row,
    size: Number(size ?? 0n),
    cosignedAt: cosigned_at,
  }));
};

const keepLine = query.exec(
  'log-witness-cosigned',
  `insert into log_witness as w (vkey, epoch, size, line, cosigned_at, since) values ($1, $2, $3, $4, site_now(), site_now())
   on conflict (vkey) do update set epoch = excluded.epoch, size = excluded.size, line = excluded.line, cosigned_at = site_now(),
     since = case when w.fault is null then coalesce(w.since, site_now()) else site_now() end, fault = null
   where (w.epoch, w.size) is distinct from (excluded.epoch, excluded.size)
      or w.fault is not null`,
);
const count = query.exec(
  'log-counted-write',
  `insert into log_counted as c (epoch, size, note, at)
   select $1, $2::bigint, $3 || string_agg(w.line, '' order by w.vkey collate "C"), site_now() from log_witness w
   where w.epoch = $1 and w.size = $2::bigint and w.vkey = any ($4::text[])
   having count(*) >= $5
   on conflict (epoch) do update set size = excluded.size, note = excluded.note, at = site_now() where c.size <= excluded.size`,
);

// Two cosignatures of one checkpoint would not see each other.
const oneByOne = query.exec('log-counted-lock', `select pg_advisory_xact_lock(hashtext('log_counted'))`);

/** A checkpoint, as the log signed it. */
export type Asked = { epoch: number; size: number; note: string };

/**
 * Keeps a cosignature, and the checkpoint with all its cosignatures once enough witnesses have it.
 * @param of.line of the note, with its line break
 * @param policy.vkeys witnesses that count
 * @param policy.needed how many of them
 */
export const addCosignature = async (
  client: Queryable,
  { epoch, size, note }: Asked,
  of: { vkey: string; line: string },
  policy: { vkeys: readonly string[]; needed: number },
): Promise<void> => {
  await oneByOne(client);
  await keepLine(client, [of.vkey, epoch, size, of.line]);
  await count(client, [epoch, size, note, policy.vkeys, policy.needed]);
};

const keepFault = query.exec(
  'log-witness-fault',
  `insert into log_witness (vkey, fault) values ($1, $2)
   on conflict (vkey) do update set fault = excluded.fault where log_witness.fault is distinct from excluded.fault`,
);

/** Notes why a witness did not cosign. */
export const noteFault = async (on: Queryable, vkey: string, fault: string): Promise<void> => {
  await keepFault(on, [vkey, fault]);
};

const keepRefusal = query.exec(
  'log-refusal-add',
  `insert into log_refusal (vkey, note, status, reason, at) values ($1, $2, $3, $4, site_now()) on conflict do nothing`,
);

/** Keeps what a witness will never cosign. @returns whether it is new */
export const addRefusal = async (
  on: Queryable,
  { vkey, note, status, reason }: { vkey: string; note: string; status: number; reason: string },
): Promise<boolean> => (await keepRefusal(on, [vkey, note, status, reason])) === 1;

const counted = query.one<{ size: bigint; note: string }>(
  'log-counted-read',
  'select size, note from log_counted where epoch = $1',
);

/** The newest checkpoint of an epoch that enough witnesses have cosigned. */
export const readCounted = async (
  on: Queryable,
  epoch: number,
): Promise<{ size: number; note: string } | undefined> => {
  const row = await counted(on, [epoch]);
  return row && { size: Number(row.size), note: row.note };
};
