import { statement, type Queryable } from '../platform/database.ts';
import { columnsOf, insertInto, type Row } from '../platform/rows.ts';

export type AddressRow = Row<'reserve_address'>;
export type StatementRow = Row<'reserve_statement'>;

const newAddress = insertInto('reserve_address', [
  'id',
  'network',
  'address',
  'day',
  'challenge',
  'signature',
  'added_by',
  'added_at',
]);
const addressInsert = statement('reserve-address-insert', newAddress.text);
export const insertAddress = async (on: Queryable, row: AddressRow): Promise<void> => {
  await on.query(addressInsert(newAddress.values(row)));
};

const addresses = statement(
  'reserve-addresses',
  `select distinct on (network, address) ${columnsOf('reserve_address')} from reserve_address
   order by network, address, added_at desc, id desc`,
);
/** The newest proof of each address. */
export const selectAddresses = async (on: Queryable): Promise<AddressRow[]> =>
  (await on.query<AddressRow>(addresses([]))).rows;

const newStatement = insertInto('reserve_statement', [
  'id',
  'name',
  'currency',
  'amount',
  'day',
  'file_hash',
  'applied_at',
]);
const statementInsert = statement('reserve-statement-insert', newStatement.text);
export const insertStatement = async (on: Queryable, row: StatementRow): Promise<void> => {
  await on.query(statementInsert(newStatement.values(row)));
};

const statements = statement(
  'reserve-statements',
  `select distinct on (name) ${columnsOf('reserve_statement')} from reserve_statement
   order by name, applied_at desc, id desc`,
);
/** The newest statement of each name. */
export const selectStatements = async (on: Queryable): Promise<StatementRow[]> =>
  (await on.query<StatementRow>(statements([]))).rows;
