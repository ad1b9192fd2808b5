import type pg from 'pg';
import type { CounterAccount, Wallet } from '../../ledger/index.ts';
import type { WithdrawalRow } from './queries.ts';

const ownerOf = (row: WithdrawalRow) => ({ shard: row.shard, memberId: row.member_id });

/** Releases a withdrawal's money, within the caller's transaction that ends it. */
export const releaseHolds = async (
  wallet: Wallet,
  client: pg.PoolClient,
  row: WithdrawalRow,
): Promise<void> => {
  const end = { ...ownerOf(row), end: 'released', kind: 'withdrawal_returned' } as const;
  await expectApplied(
    wallet.endHolds(
      [
        { ...end, key: `return:${row.id}`, id: row.id },
        ...(row.fee === 0n ? [] : [{ ...end, key: `return:${row.id}:fee`, id: row.fee_hold }]),
      ],
      client,
    ),
    row,
  );
};

/** Posts a withdrawal: its amount to the rail, and the fee to the house. */
export const postHolds = async (wallet: Wallet, client: pg.PoolClient, row: WithdrawalRow): Promise<void> => {
  const owner = ownerOf(row);
  const rail: CounterAccount = `external:${row.rail}`;
  await expectApplied(
    wallet.endHolds(
      [
        {
          ...owner,
          key: `payout:${row.id}`,
          id: row.id,
          kind: 'withdrawal_paid',
          end: 'posted',
          counterAccount: rail,
        },
        ...(row.fee === 0n
          ? []
          : [
              {
                ...owner,
                key: `payout:${row.id}:fee`,
                id: row.fee_hold,
                kind: 'withdrawal_fee',
                end: 'posted' as const,
                counterAccount: 'fees' as const,
              },
            ]),
      ],
      client,
    ),
    row,
  );
};

/** Books a payment that came back from the rail: amount and fee return to the member. */
export const bookReturn = async (
  wallet: Wallet,
  client: pg.PoolClient,
  row: WithdrawalRow,
): Promise<void> => {
  const entry = { ...ownerOf(row), kind: 'withdrawal_returned', ref: row.id };
  const rail: CounterAccount = `external:${row.rail}`;
  await expectApplied(
    wallet.post(
      [
        { ...entry, key: `returned:${row.id}`, amountMinor: row.receive, counterAccount: rail },
        ...(row.fee === 0n
          ? []
          : [
              {
                ...entry,
                key: `returned:${row.id}:fee`,
                amountMinor: row.fee,
                counterAccount: 'fees' as const,
              },
            ]),
      ],
      client,
    ),
    row,
  );
};

const expectApplied = async (
  outcomes: ReturnType<Wallet['endHolds']>,
  { id }: WithdrawalRow,
): Promise<void> => {
  if ((await outcomes).every((one) => one.outcome === 'applied' && !one.replayed)) return;
  // The row moved in the same transaction, so its holds must still have been open.
  throw new Error(`Hold of withdrawal ${id} is missing or already ended`);
};
