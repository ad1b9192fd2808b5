import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { showAddress, toHex } from '../cashier/chain/address.ts';
import type { LoadSize } from './size.ts';

/** Rows of one statement. */
const atOnce = 20_000;

/**
 * An address for every member with recharges or withdrawals in USDT, in the table `load_address`: on TRON for
 * even numbers, on Ethereum for odd ones. SQL cannot compute their checksums.
 */
export const loadAddresses = async (pool: pg.Pool, { members }: Pick<LoadSize, 'members'>): Promise<void> => {
  await pool.query(
    'create unlogged table load_address (n bigint primary key, network text, address bytea, shown text)',
  );
  for (let from = 0; from < members; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, members - from) }, (_, i) => from + i).filter(
      (n) => n % 4 < 2 || n % 3 === 0,
    );
    const random = randomBytes(numbers.length * 20);
    const rows = numbers.map((n, i) => {
      const address = random.subarray(i * 20, (i + 1) * 20);
      const network = n % 2 === 0 ? ('usdt-trc20' as const) : ('usdt-erc20' as const);
      return { n, network, address, shown: showAddress(network, toHex(address)) };
    });
    await pool.query(
      `insert into load_address select * from unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[])`,
      [
        rows.map(({ n }) => n),
        rows.map(({ network }) => network),
        rows.map(({ address }) => address),
        rows.map(({ shown }) => shown),
      ],
    );
  }
};
