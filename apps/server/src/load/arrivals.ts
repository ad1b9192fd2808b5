import type pg from 'pg';
import { loadUploads } from './uploads.ts';

/**
 * What came before the payments of `load_recharge`: the notices of the hosted rails, the addresses and final transfers of the
 * chains, and the vouchers of those that wait. Blocks are far beyond those of the simulated chains, which never read them.
 */
export const loadArrivals = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `insert into rail_event (rail, event_id, news_hash, kind, recharge_id, received_at, taken_until, handled_at)
     select rail, 'sbx_' || substr(ref, 5), sha256(convert_to(ref, 'UTF8')), 'paid', id, paid_at,
       paid_at + interval '1 minute', paid_at
     from load_recharge where micro = 0 and payment_state is not null`,
  );
  await pool.query(
    `insert into chain_address (address, xpub, idx, shown_network, shard, member_id, recharge_id, allocated_at, watch_until)
     select a.address, 'load', r.n, r.channel, r.shard, r.member_id, r.id, r.created_at, r.expires_at
     from load_recharge r join load_address a on a.n = r.n where r.micro > 0`,
  );
  await pool.query(
    `insert into chain_transfer (network, tx_hash, log_index, block_number, block_hash, token, address, micro, state, told, seen_at,
       delivered_at)
     select r.rail, sha256(uuid_send(r.payment_id)), 0, r.block, sha256(convert_to(r.block::text, 'UTF8')),
       decode(repeat('10', 20), 'hex'), a.address, r.gross * r.micro, 'final', 1, r.paid_at, r.paid_at
     from load_recharge r join load_address a on a.n = r.n where r.micro > 0 and r.payment_state is not null`,
  );
  await loadUploads(
    pool,
    'voucher',
    `select shard, member_id, voucher as id, id as used_for, created_at as at from load_recharge where voucher is not null`,
  );
};
