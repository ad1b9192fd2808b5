import type { OperatorRole } from '@touchline/contract/shapes/office';
import { query, statement, type Queryable } from '../core/database/database.ts';
import { addRowFact } from '../core/public-log/facts.ts';
import { columnsOf, insertInto, parameters, type Row } from '../core/database/rows.ts';

const operatorColumns = [
  'id',
  'account',
  'roles',
  'disabled_at',
  'created_at',
  'created_by',
  'waits_until',
  'version',
] as const;
/**
 * An operator as stored, with the account of who added them. Until `waits_until` the operator decides nothing; `version` counts
 * the changes of the operator.
 */
export type OperatorRow = Row<'operator', (typeof operatorColumns)[number]> & {
  roles: OperatorRole[];
  created_by_account: string | null;
};

const columns = `${columnsOf('operator', operatorColumns, 'o')}, c.account as created_by_account`;
const tables = 'operator o left join operator c on c.id = o.created_by';

const byId = query.one<OperatorRow>('operator-by-id', `select ${columns} from ${tables} where o.id = $1`);

export const findOperator = (db: Queryable, id: string): Promise<OperatorRow | undefined> => byId(db, [id]);

const page = query.many<OperatorRow>(
  'operator-page',
  `select ${columns} from ${tables} order by o.id desc limit $1 offset $2`,
);

export const pageOfOperators = async (
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OperatorRow[]; total: number }> => {
  const totals = await db.query<{ total: number }>('select count(*)::int as total from operator');
  const rows = await page(db, [limit, offset]);
  return { rows, total: totals.rows[0]?.total ?? 0 };
};

const names = query.many<Row<'operator', 'id' | 'account'>>(
  'operator-names',
  'select id, account from operator where id = any($1::uuid[])',
);

/** Names of operators, by id. */
export const operatorNames = async (
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<Map<string, Row<'operator', 'id' | 'account'>>> => {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await names(db, [wanted]);
  return new Map(rows.map((row) => [row.id, row]));
};

/** What sign-in needs: the hash, if a password was chosen, and whether the operator has signed in from there before. */
export type OperatorSignInRow = Row<'operator', 'id' | 'account' | 'password_hash'> & { known: boolean };

const forSignIn = query.one<OperatorSignInRow>(
  'operator-for-sign-in',
  `select o.id, o.account, o.password_hash,
     exists (select from operator_session s where s.operator_id = o.id and s.address = $2) as known
   from operator o where o.account_folded = $1 and o.disabled_at is null`,
);

export const findForSignIn = (
  db: Queryable,
  accountFolded: string,
  address: string,
): Promise<OperatorSignInRow | undefined> => forSignIn(db, [accountFolded, address]);

const byAccount = query.one<AccountRow>(
  'operator-by-account',
  'select id, password_hash, disabled_at from operator where account_folded = $1',
);

type AccountRow = Row<'operator', 'id' | 'password_hash' | 'disabled_at'>;
/** An operator by the account in small letters, also one that is disabled. */
export const findByAccount = (db: Queryable, accountFolded: string): Promise<AccountRow | undefined> =>
  byAccount(db, [accountFolded]);

const newOperator = insertInto('operator', [
  'id',
  'account',
  'account_folded',
  'password_hash',
  'roles',
  'created_at',
  'created_by',
  'waits_until',
]);
const insert = query.exec('operator-insert', `${newOperator.text} on conflict (account_folded) do nothing`);

/** Within a transaction. @returns false when the account is taken */
export const insertOperator = async (
  db: Queryable,
  operator: {
    id: string;
    account: string;
    accountFolded: string;
    /** Null: the operator chooses a password by a link. */
    passwordHash: string | null;
    roles: readonly OperatorRole[];
    now: Date;
    createdBy: string | null;
    waitsUntil: Date | null;
  },
): Promise<boolean> => {
  const rowCount = await insert(
    db,
    newOperator.values({
      id: operator.id,
      account: operator.account,
      account_folded: operator.accountFolded,
      password_hash: operator.passwordHash,
      roles: [...operator.roles],
      created_at: operator.now,
      created_by: operator.createdBy,
      waits_until: operator.waitsUntil,
    }),
  );
  if (rowCount === 1) await addRowFact(db, 'operator', operator.id);
  return rowCount === 1;
};

/** Whether there is any operator, also a disabled one. */
export const hasOperators = async (db: Queryable): Promise<boolean> =>
  (await db.query('select from operator limit 1')).rowCount === 1;

const deciding = query.one<{ owners: number }>(
  'operator-deciding-owners',
  `select count(*)::int as owners from operator
   where 'owner' = any(roles) and disabled_at is null and (waits_until is null or waits_until <= $1)`,
);

/** The number of owners who can decide now. */
export const countDecidingOwners = async (db: Queryable, now: Date): Promise<number> =>
  (await deciding(db, [now]))?.owners ?? 0;

const owners = statement(
  'operator-owners-lock',
  `select id, waits_until from operator where 'owner' = any(roles) and disabled_at is null order by id for update`,
);

/** The current owners, locked until the transaction ends. */
export const lockOwners = async (client: Queryable): Promise<{ id: string; waits_until: Date | null }[]> =>
  (await client.query<{ id: string; waits_until: Date | null }>(owners([]))).rows;

const { $, values } = parameters({
  id: 'uuid',
  roles: 'text[]',
  password_hash: 'text',
  no_password: 'boolean',
  disabled: 'boolean',
  waits_until: 'timestamptz',
  now: 'timestamptz',
});
const change = query.exec(
  'operator-change',
  `update operator set roles = coalesce(${$('roles')}, roles),
     password_hash = case when ${$('no_password')} then null else coalesce(${$('password_hash')}, password_hash) end,
     disabled_at = case when ${$('disabled')} is null then disabled_at
       when ${$('disabled')} then coalesce(disabled_at, ${$('now')}) end,
     waits_until = coalesce(${$('waits_until')}, waits_until),
     owner_until = case
       when 'owner' = any(roles) and disabled_at is null and (waits_until is null or waits_until <= ${$('now')})
         and (${$('waits_until')} is not null or ${$('disabled')} or not 'owner' = any(coalesce(${$('roles')}, roles)))
         then ${$('now')}
       else owner_until end,
     version = version + 1
   where id = ${$('id')}`,
);

/** Changes what is given, within a transaction. @returns false when there is no such operator */
export const changeOperator = async (
  db: Queryable,
  given: {
    id: string;
    roles?: readonly OperatorRole[] | undefined;
    /** Null disables the password without a new one. */
    passwordHash?: string | null | undefined;
    disabled?: boolean | undefined;
    waitsUntil?: Date | undefined;
    now: Date;
  },
): Promise<boolean> => {
  const { id, roles, passwordHash, disabled, waitsUntil, now } = given;
  const rowCount = await change(
    db,
    values({
      id,
      roles: roles ?? null,
      password_hash: passwordHash ?? null,
      no_password: passwordHash === null,
      disabled: disabled ?? null,
      waits_until: waitsUntil ?? null,
      now,
    }),
  );
  if (rowCount === 1) await addRowFact(db, 'operator', id);
  return rowCount === 1;
};
