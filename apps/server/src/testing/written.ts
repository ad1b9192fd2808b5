import type pg from 'pg';

/** What transactions have written, by their records in the write-ahead log. */
type Written = { rows: number; indexEntries: number; walBytes: number };

/**
 * Opens the reader of the write-ahead log, which servers do not have, and keeps the log from here on: copies of databases make
 * checkpoints, which remove it.
 * @returns what lets it go
 */
export const openWal = async (owner: pg.Pool): Promise<() => Promise<void>> => {
  await owner.query('create extension if not exists pg_walinspect');
  await owner.query(`select pg_create_physical_replication_slot('counts', true)`);
  return async () => {
    await owner.query(`select pg_drop_replication_slot('counts')`);
  };
};

/** The place where the write-ahead log continues. */
export const endOfWal = async (owner: pg.Pool): Promise<string> => {
  const { rows } = await owner.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  return rows[0]?.lsn ?? '';
};

/**
 * Reads what the transactions that wrote these rows have written in all since a place in the write-ahead log. The log has what
 * other databases of the cluster write too: records are chosen by the transaction.
 * @param rows a query of `xmin`
 */
export const writtenBy = async (owner: pg.Pool, since: string, rows: string): Promise<Written> => {
  // A transaction need not wait for its records to be written out, where they are read.
  await owner.query(`select pg_logical_emit_message(false, 'counts', '', true)`);
  const { rows: found } = await owner.query<Record<keyof Written, number>>(
    `with tx as (select distinct xmin::text as id from (${rows}) as written),
     record as (
       select r.* from pg_get_wal_records_info($1::pg_lsn, pg_current_wal_flush_lsn()) r join tx on tx.id = r.xid::text)
     select count(*) filter (where resource_manager like 'Heap%'
         and split_part(record_type, '+', 1) in ('INSERT', 'MULTI_INSERT', 'UPDATE', 'HOT_UPDATE', 'DELETE'))::int as rows,
       count(*) filter (where resource_manager = 'Btree'
         and record_type in ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R'))::int as "indexEntries",
       sum(record_length)::int as "walBytes"
     from record`,
    [since],
  );
  const [written] = found;
  if (!written || written.rows === 0) throw new Error('No transaction has written these rows');
  return written;
};
