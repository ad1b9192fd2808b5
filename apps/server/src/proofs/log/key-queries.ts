import { query, type Queryable } from '../../core/database/database.ts';

/** A key of the log. */
export type KeyRow = {
  number: number;
  epoch: number;
  /** Under the name of the log in its epoch. */
  vkey: string;
  /** It signs trees that have this entry; null while no checkpoint has it. */
  since: number | null;
  /** That the entry is in the log; null for the first key of an epoch. */
  proof: string | null;
};

type Stored = Omit<KeyRow, 'since'> & { since: bigint | null };

const rowOf = ({ since, ...row }: Stored): KeyRow => ({
  ...row,
  since: since === null ? null : Number(since),
});

const ofEpoch = query.many<Stored>(
  'log-key-epoch',
  'select number, epoch, vkey, since, proof from log_key where epoch = $1 order by number',
);

/** The keys of an epoch in their order; none before its first checkpoint. */
export const readKeys = async (on: Queryable, epoch: number): Promise<KeyRow[]> =>
  (await ofEpoch(on, [epoch])).map(rowOf);

const insert = query.one<Stored>(
  'log-key-add',
  `insert into log_key (number, epoch, vkey, since, at)
   select coalesce(max(number), 0) + 1, $1::integer, $2, $3::bigint, site_now() from log_key
   returning number, epoch, vkey, since, proof`,
);

/**
 * Adds a key. The caller has locked the row of the epoch (`takeSigned`).
 * @param key.since 0 for the first of an epoch, null for one whose entry is in no checkpoint yet
 */
export const insertKey = async (
  client: Queryable,
  { epoch, vkey, since }: Pick<KeyRow, 'epoch' | 'vkey' | 'since'>,
): Promise<KeyRow> => {
  const row = await insert(client, [epoch, vkey, since]);
  if (row === undefined) throw new Error('The key of the log was not added');
  return rowOf(row);
};

const begin = query.exec('log-key-begin', 'update log_key set since = $2, proof = $3 where number = $1');

/** Notes that a key signs from an entry on, with the proof of it. */
export const updateKey = async (
  client: Queryable,
  { number, since, proof }: { number: number; since: number; proof: string },
): Promise<void> => {
  await begin(client, [number, since, proof]);
};

const withEntries = query.many<{
  vkey: string;
  since: bigint;
  proof: string | null;
  entry: string | null;
}>(
  'log-key-entries',
  `select k.vkey, k.since, k.proof, e.entry from log_key k
   left join log_entry e on e.kind = 'key' and e.id = k.number::text
   where k.epoch = $1 and k.since is not null order by k.number`,
);

/** A key of the log: from which entry on it signs, and for all but the first that entry with its proof. */
export type PublicKey = { vkey: string; since: number; body?: string; proof?: string };

/** The keys of an epoch that have signed, as everybody reads them. */
export const readPublicKeys = async (on: Queryable, epoch: number): Promise<PublicKey[]> => {
  const rows = await withEntries(on, [epoch]);
  return rows.map(({ vkey, since, proof, entry }) => ({
    since: Number(since),
    vkey,
    ...(entry === null || proof === null ? {} : { body: entry, proof }),
  }));
};
