import type { Queryable } from '../core/database/database.ts';
import { shardCount } from '../core/ids.ts';

/** A wallet as of the caller's snapshot, in minor units. */
export type OwedBalance = {
  shard: number;
  memberId: string;
  currency: string;
  availableMinor: bigint;
  heldMinor: bigint;
  version: bigint;
};

/** What the ledger says of a currency. */
export type OwedTotal = { currency: string; availableMinor: bigint; heldMinor: bigint };

const rowsAtOnce = 5_000;
const lastShard = shardCount - 1;

type WalletRow = {
  shard: number;
  member_id: string;
  currency: string;
  available: bigint;
  held: bigint;
  version: bigint;
};

/** All wallets of a group by shard and member, through a cursor, so that their number costs no memory. @param on a snapshot */
export async function* readBalances(on: Queryable): AsyncGenerator<OwedBalance> {
  await on.query(
    `declare owed_balances no scroll cursor for
     select shard, member_id, currency, available, held, version from wallet
     where shard between 0 and ${lastShard} order by shard, member_id`,
  );
  for (;;) {
    const { rows } = await on.query<WalletRow>(`fetch ${rowsAtOnce} from owed_balances`);
    for (const row of rows) {
      yield {
        shard: row.shard,
        memberId: row.member_id,
        currency: row.currency,
        availableMinor: row.available,
        heldMinor: row.held,
        version: row.version,
      };
    }
    if (rows.length < rowsAtOnce) break;
  }
  await on.query('close owed_balances');
}

/** The currencies that wallets have, in order. */
export const walletCurrencies = async (on: Queryable): Promise<string[]> => {
  const { rows } = await on.query<{ currency: string }>(
    `select distinct currency from wallet where shard between 0 and ${lastShard}`,
  );
  return rows.map(({ currency }) => currency).toSorted();
};

/** The house's account and its balance; the accounts of a currency and what members have add up to nothing. */
export type AccountTotal = { currency: string; account: string; amountMinor: bigint };

const accountsText = `select currency, account, sum(amount)::text as amount from (
    select currency, account, amount from house_total where shard between 0 and $2::smallint
    union all
    select e.currency, e.counter_account, -(e.amount + e.held_change)
    from house_watermark m join entry e on e.shard = m.shard and e.tx >= m.tx
    where m.shard between 0 and $2::smallint and e.shard between 0 and $2::smallint and e.tx >= $1::bigint
    union all
    select h.currency, side.account, side.amount
    from house_watermark m join house_move h on h.shard = m.shard and h.tx >= m.tx
    cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as side(account, amount)
    where m.shard between 0 and $2::smallint and h.shard between 0 and $2::smallint and h.tx >= $1::bigint
  ) moved
  group by currency, account order by currency, account`;

/**
 * The house's accounts as of the caller's snapshot: the totals rolled up, and the entries after them.
 * @param on a snapshot
 */
export const accountTotals = async (on: Queryable): Promise<AccountTotal[]> => {
  const { rows: marks } = await on.query<{ tx: bigint | null }>(
    `select min(tx) as tx from house_watermark where shard between 0 and ${lastShard}`,
  );
  const { rows } = await on.query<{ currency: string; account: string; amount: string }>(accountsText, [
    marks[0]?.tx ?? 0n,
    lastShard,
  ]);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
};

type SumRow = { currency: string; available: string; held: string };

/**
 * What members have by the sums of days, as of the caller's snapshot, and the entries after them.
 * @param on a snapshot
 */
export const dayTotals = async (on: Queryable): Promise<OwedTotal[]> => {
  const { rows: days } = await on.query<SumRow>(
    `select d.currency, sum(d.amount)::text as available, sum(d.held)::text as held from ledger_day d group by d.currency`,
  );
  const { rows: marks } = await on.query<{ tx: bigint }>('select tx from ledger_mark where one');
  const { rows: since } = await on.query<SumRow>(
    `select currency, sum(amount)::text as available, sum(held_change)::text as held from entry
     where shard between 0 and ${lastShard} and tx >= $1::bigint group by currency`,
    [marks[0]?.tx ?? 0n],
  );
  const totals = new Map<string, OwedTotal>();
  for (const { currency, available, held } of [...days, ...since]) {
    const before = totals.get(currency);
    totals.set(currency, {
      currency,
      availableMinor: (before?.availableMinor ?? 0n) + BigInt(available),
      heldMinor: (before?.heldMinor ?? 0n) + BigInt(held),
    });
  }
  return [...totals.values()];
};
