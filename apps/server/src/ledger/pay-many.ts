import { plainArray, query, type Queryable } from '../core/database/database.ts';
import { Transient } from '../core/database/transaction.ts';
import { LedgerFault } from './ledger-fault.ts';
import { requestHashOf, type Posting } from './posting.ts';

/** One payment to a wallet of the chunk's shard; amounts are above zero. */
export type Credit = Omit<Posting, 'shard'>;

export type Paid = {
  /** Credits paid now; the others were paid before under the same key. */
  applied: number;
  paidMinor: bigint;
  /** The wallets that moved, after the move. */
  wallets: { memberId: string; availableMinor: bigint; heldMinor: bigint; version: bigint }[];
};

/** The most credits in one statement: more than this gains nothing, and holds its locks longer. */
const payManyMax = 2_000;

/**
 * Credits with new keys get an entry each, numbered on from the wallet's version by their keys, with the balance after it;
 * the wallet moves once, by their sum. A key that is in the chunk twice is paid once. Nothing joins two changed tables. A key
 * that another transaction is paying at the same time is stopped by the entry's key, and the transaction is tried again; so it
 * is for a wallet whose refusals have `moved_on` between the statement's snapshot and its lock, since one may have spent the key.
 */
export const payManyText = `with src as (
  select distinct on (member_id, key) s.*
  from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::uuid[])
    as s(member_id, key, request_hash, kind, amount, counter_account, ref)
  order by member_id, key
),
locked as materialized (
  select s.*, w.currency, w.available, w.held, w.version, w.refusals
  from src s
  join wallet w on w.shard = $1::smallint and w.member_id = s.member_id
  order by s.member_id, s.key
  for update of w
),
due as materialized (
  select l.*, row_number() over own as n, (sum(amount) over own)::bigint as so_far
  from locked l
  where (select 1 from entry e where e.shard = $1::smallint and e.member_id = l.member_id and e.key = l.key limit 1) is null
    and (select 1 from operation o where o.shard = $1::smallint and o.member_id = l.member_id and o.key = l.key limit 1) is null
  window own as (partition by member_id order by key)
),
totals as (
  select member_id, available, version, sum(amount)::bigint as total, count(*) as entries,
    (select w.refusals from wallet w where w.shard = $1::smallint and w.member_id = due.member_id) <> refusals as moved_on
  from due group by member_id, available, version, refusals
),
moved as (
  update wallet w
  set available = t.available + t.total, version = t.version + t.entries
  from totals t
  where w.shard = $1::smallint and w.member_id = t.member_id and w.version <= t.version
  returning w.member_id, w.available, w.held, w.version, t.total, t.entries, t.moved_on
),
written as (
  insert into entry
    (shard, member_id, version, key, request_hash, kind, currency, amount, counter_account, available_after, held_after, ref, at)
  select $1::smallint, member_id, version + n, key, request_hash, kind, currency, amount, counter_account,
    available + so_far, held, ref, site_now()
  from due
)
select member_id, available, held, version, total, entries, moved_on from moved`;

/** Planned once per connection: for arrays of any length each row is an index look-up. */
const payMany = query.many<MovedRow>('wallet-pay-many', payManyText);

type MovedRow = {
  member_id: string;
  available: bigint;
  held: bigint;
  version: bigint;
  total: bigint;
  entries: bigint;
  moved_on: boolean;
};

/**
 * Pays a chunk of credits of one shard in one statement; a wallet may appear several times. Paying a chunk again pays
 * nothing twice.
 * @param on the caller's transaction
 * @throws LedgerFault when a key was used for something else or a wallet does not exist; RangeError on a bad chunk; Transient
 *   when an order of a wallet was refused at the same time
 */
export const payChunk = async (
  { shard, credits }: { shard: number; credits: readonly Credit[] },
  on: Queryable,
): Promise<Paid> => {
  if (credits.length > payManyMax) throw new RangeError(`${credits.length} credits in a chunk`);
  if (credits.some((one) => one.amountMinor <= 0n)) throw new RangeError('A credit must be above zero');
  const values = [
    shard,
    plainArray(credits.map((one) => one.memberId)),
    credits.map((one) => one.key),
    credits.map(requestHashOf),
    credits.map((one) => one.kind),
    plainArray(credits.map((one) => one.amountMinor)),
    credits.map((one) => one.counterAccount),
    plainArray(credits.map((one) => one.ref ?? null)),
  ];
  const rows = await payMany(on, values);
  if (rows.some((row) => row.moved_on)) throw new Transient('a wallet refused an order since it was read');
  const applied = rows.reduce((sum, row) => sum + Number(row.entries), 0);
  if (applied < credits.length) await assertPaidBefore({ shard, credits }, on);
  return {
    applied,
    paidMinor: rows.reduce((sum, row) => sum + row.total, 0n),
    wallets: rows.map((row) => ({
      memberId: row.member_id,
      availableMinor: row.available,
      heldMinor: row.held,
      version: row.version,
    })),
  };
};

/** Every key of the chunk must belong to exactly this credit. */
const assertPaidBefore = async (
  { shard, credits }: { shard: number; credits: readonly Credit[] },
  on: Queryable,
): Promise<void> => {
  const { rows } = await on.query<{ key: string; member_id: string }>(
    `select s.member_id, s.key
     from unnest($2::uuid[], $3::text[], $4::text[]) as s(member_id, key, request_hash)
     left join entry e on e.shard = $1::smallint and e.member_id = s.member_id and e.key = s.key
     left join operation o on o.shard = $1::smallint and o.member_id = s.member_id and o.key = s.key
     where coalesce(e.request_hash, o.request_hash) is distinct from s.request_hash or e.key is null
     limit 1`,
    [shard, credits.map((one) => one.memberId), credits.map((one) => one.key), credits.map(requestHashOf)],
  );
  const [wrong] = rows;
  if (wrong)
    throw new LedgerFault(`Credit ${wrong.key} of ${wrong.member_id}: no wallet, or the key was used before`);
};
