import { statement } from '../../platform/database.ts';
import { columnsOf, insertInto, type Row } from '../../platform/rows.ts';

export const genesisInsert = statement(
  'sandbox-genesis',
  `insert into sandbox_chain (network, genesis_at) values ($1, $2) on conflict (network) do nothing`,
);
export const genesisSelect = statement(
  'sandbox-began',
  'select genesis_at from sandbox_chain where network = $1',
);

/** The newest replacement that reaches each block of a range, where there is one. */
export const forksSelect = statement(
  'sandbox-forks',
  'select id, from_number from sandbox_fork where network = $1 and from_number <= $2 order by id desc',
);
export const forkInsert = statement(
  'sandbox-fork-insert',
  'insert into sandbox_fork (id, network, from_number) values ($1, $2, $3)',
);

const columns = ['id', 'tx_hash', 'block_number', 'token', 'recipient', 'micro', 'failed'] as const;
export type TransactionRow = Row<'sandbox_transaction', (typeof columns)[number]> & { block_number: bigint };
export const transactionsSelect = statement(
  'sandbox-transactions',
  `select ${columnsOf('sandbox_transaction', columns)} from sandbox_transaction
   where network = $1 and block_number between $2 and $3 order by block_number, id`,
);
export const blockOfSelect = statement(
  'sandbox-block-of',
  'select block_number from sandbox_transaction where network = $1 and tx_hash = $2 and block_number is not null',
);
const newTransaction = insertInto('sandbox_transaction', ['network', ...columns]);
const insert = statement('sandbox-transaction-insert', newTransaction.text);
/** The statement that writes a transaction. */
export const transactionInsert = (row: Row<'sandbox_transaction', 'network'> & TransactionRow) =>
  insert(newTransaction.values(row));
export const transactionsMove = statement(
  'sandbox-transactions-move',
  'update sandbox_transaction set block_number = $4 where network = $1 and block_number between $2 and $3',
);
export const receivedSelect = statement(
  'sandbox-received',
  `select coalesce(sum(micro), 0)::bigint as micro from sandbox_transaction
   where network = $1 and recipient = $2 and block_number <= $3 and token = 'usdt' and not failed`,
);
