import type pg from 'pg';

/**
 * Moves of wallets other than grants and bets, in the table `load_move`: written into the ledger with the bets of
 * their member.
 */
export const createMoves = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `create unlogged table load_move (n bigint, shard smallint, member_id uuid, key text, kind text, amount bigint,
       held_change bigint, counter text, ref uuid, at timestamptz)`,
  );
};

/** Called once when all moves are there, before they are read. */
export const indexMoves = async (pool: pg.Pool): Promise<void> => {
  await pool.query('create index on load_move (n)');
  await pool.query('analyze load_move');
};

/** The first and last time of entries, and the transaction number of the last. */
export type LedgerTimes = { from: Date; to: Date; tx: bigint };

/** The times of all written entries: earlier ones get the numbers of earlier transactions. */
export const readTimes = async (pool: pg.Pool, days: number): Promise<LedgerTimes> => {
  const { rows } = await pool.query<LedgerTimes>(
    `select now() - ($1::int + 4) * interval '1 day' as from, now() as to, pg_current_xact_id()::text::bigint as tx`,
    [days],
  );
  const [times] = rows;
  if (times === undefined) throw new Error('The database has no time');
  return times;
};

/** Moves of each wallet, in order: the grant, stakes, payouts, and the moves. */
const entries = `
  create unlogged table load_entry as
  select shard, member_id, key, kind, amount, held_change, counter, ref, at, request_hash,
    row_number() over line as version, (sum(amount) over line)::bigint as after,
    (sum(held_change) over line)::bigint as held_after
  from (
    select shard, member_id, 'grant:play' as key, 'grant' as kind, $3::bigint as amount, 0::bigint as held_change,
      'promotions' as counter, null::uuid as ref, now() - ($4::int + 3) * interval '1 day' as at, 'load' as request_hash
    from load_member where n >= $1 and n < $2
    union all
    select shard, member_id, 'load-' || n, 'stake', -stake, 0, 'stakes', id, placed_at, 'load' from load_bet
    union all
    select shard, member_id, 'settle:' || id || ':1', 'payout', payout, 0, 'payouts', id, settled_at, event_id || ':1'
    from load_bet where payout > 0
    union all
    select shard, member_id, key, kind, amount, held_change, counter, ref, at, 'load' from load_move where n >= $1 and n < $2
  ) moved
  window line as (partition by shard, member_id order by at, key)`;

/**
 * Wallets, keys and entries of the members from a number to before another, whose bets are in `load_bet`.
 * @param grant the first balance, minor units: at least all stakes
 */
export const writeLedger = async (
  pool: pg.Pool,
  {
    from,
    to,
    grant,
    days,
    times,
  }: { from: number; to: number; grant: number; days: number; times: LedgerTimes },
): Promise<void> => {
  await pool.query('drop table if exists load_entry');
  await pool.query(entries, [from, to, grant, days]);
  await pool.query(
    `insert into entry (shard, member_id, version, key, request_hash, kind, currency, amount, held_change, counter_account,
       available_after, held_after, ref, at, tx)
     select shard, member_id, version, key, request_hash, kind, 'PLAY', amount, held_change, counter, after, held_after, ref, at,
       greatest(1, floor($3::numeric * extract(epoch from at - $1::timestamptz) / extract(epoch from $2::timestamptz - $1::timestamptz)))
     from load_entry`,
    [times.from, times.to, times.tx],
  );
  await pool.query(
    `insert into wallet (shard, member_id, currency, available, held, version)
     select shard, member_id, 'PLAY', sum(amount), sum(held_change), count(*) from load_entry group by shard, member_id`,
  );
  await pool.query('drop table load_entry');
};
