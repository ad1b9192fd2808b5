import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { ProvenBy } from '@touchline/contract/shapes/office-sign-in';
import { query, type Queryable } from '../core/database/database.ts';
import { columnsOf, insertInto, type Row } from '../core/database/rows.ts';

export type NewOperatorSession = {
  id: string;
  operatorId: string;
  tokenHash: Buffer;
  address: string;
  userAgent: string;
  proven: ProvenBy;
  now: Date;
  expiresAt: Date;
};

const newSession = insertInto('operator_session', [
  'id',
  'operator_id',
  'token_hash',
  'created_at',
  'last_used_at',
  'expires_at',
  'address',
  'user_agent',
  'proven',
]);
const insert = query.exec('operator-session-insert', newSession.text);

export const insertSession = async (db: Queryable, session: NewOperatorSession): Promise<void> => {
  const { id, operatorId, tokenHash, now, expiresAt, address, userAgent, proven } = session;
  await insert(
    db,
    newSession.values({
      id,
      operator_id: operatorId,
      token_hash: tokenHash,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
      address,
      user_agent: userAgent,
      proven,
    }),
  );
};

export type OpenOperatorSession = Row<'operator', 'id' | 'account' | 'waits_until'> &
  Row<'operator_session', 'last_used_at'> & {
    session_id: string;
    roles: OperatorRole[];
    /** Whether the operator has a second factor or a passkey. */
    has_factor: boolean;
  };

const find = query.one<OpenOperatorSession>(
  'operator-session-find',
  `select s.id as session_id, s.last_used_at, o.id, o.account, o.roles, o.waits_until,
     exists (select from operator_factor f where f.operator_id = o.id and f.secret is not null)
       or exists (select from operator_passkey p where p.operator_id = o.id) as has_factor
   from operator_session s join operator o on o.id = s.operator_id
   where s.token_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.last_used_at > $3
     and o.disabled_at is null`,
);

/** The open session of a token, with its operator's current roles. */
export const findOpenSession = (
  db: Queryable,
  { tokenHash, now, usedSince }: { tokenHash: Buffer; now: Date; usedSince: Date },
): Promise<OpenOperatorSession | undefined> => find(db, [tokenHash, now, usedSince]);

const touch = query.exec(
  'operator-session-touch',
  'update operator_session set last_used_at = $2 where id = $1 and last_used_at < $2',
);

export const touchSession = async (db: Queryable, id: string, now: Date): Promise<void> => {
  await touch(db, [id, now]);
};

const end = query.exec(
  'operator-session-end',
  'update operator_session set ended_at = $2 where id = $1 and ended_at is null',
);

/** @returns false when it had ended before */
export const endSession = async (db: Queryable, id: string, now: Date): Promise<boolean> =>
  (await end(db, [id, now])) === 1;

// The latest session of an operator from an address is kept longer, because it makes the address known.
const prune = query.exec(
  'operator-session-prune',
  `delete from operator_session s
   where s.created_at < $1
     and (s.created_at < $2
          or exists (select from operator_session n
                     where n.operator_id = s.operator_id and n.address = s.address
                       and (n.created_at, n.id) > (s.created_at, s.id)))`,
);

/** Deletes sessions begun before `before`; the latest of an operator from an address only if before `knownBefore`. */
export const pruneSessions = async (
  db: Queryable,
  { before, knownBefore }: { before: Date; knownBefore: Date },
): Promise<void> => {
  await prune(db, [before, knownBefore]);
};

const endAll = query.exec(
  'operator-session-end-all',
  'update operator_session set ended_at = $2 where operator_id = $1 and ended_at is null',
);

/** Ends all sessions of an operator. */
export const endSessionsOf = async (db: Queryable, operatorId: string, now: Date): Promise<void> => {
  await endAll(db, [operatorId, now]);
};

const endOpen = query.exec(
  'operator-session-end-open',
  `update operator_session set ended_at = $3
   where operator_id = $1 and ($2::uuid is null or id <> $2) and ended_at is null and expires_at > $3
     and last_used_at > $4`,
);

/** Ends the open sessions of an operator. @returns how many */
export const endOpenSessionsOf = async (
  db: Queryable,
  { operatorId, now, usedSince }: { operatorId: string; now: Date; usedSince: Date },
): Promise<number> => endOpen(db, [operatorId, null, now, usedSince]);

/** Ends the open sessions of an operator except one. @returns how many */
export const endOtherSessions = async (
  db: Queryable,
  given: { operatorId: string; except: string; now: Date; usedSince: Date },
): Promise<number> => {
  const { operatorId, except, now, usedSince } = given;
  return endOpen(db, [operatorId, except, now, usedSince]);
};

const endOne = query.exec(
  'operator-session-end-own',
  'update operator_session set ended_at = $3 where id = $1 and operator_id = $2 and ended_at is null',
);

/** @returns false when it is not the operator's, or has ended */
export const endOwnSession = async (
  db: Queryable,
  { id, operatorId, now }: { id: string; operatorId: string; now: Date },
): Promise<boolean> => (await endOne(db, [id, operatorId, now])) === 1;

const sessionColumns = [
  'id',
  'created_at',
  'last_used_at',
  'expires_at',
  'address',
  'user_agent',
  'proven',
] as const;
export type OperatorSessionRow = Row<'operator_session', (typeof sessionColumns)[number]>;

const open = query.many<OperatorSessionRow>(
  'operator-sessions',
  `select ${columnsOf('operator_session', sessionColumns)} from operator_session
   where operator_id = $1 and ended_at is null and expires_at > $3 and last_used_at > $4
   order by id = $2 desc, last_used_at desc, id desc limit 100`,
);

/** The open sessions of an operator, the present one first. */
export const findSessions = async (
  db: Queryable,
  given: { operatorId: string; current: string; now: Date; usedSince: Date },
): Promise<OperatorSessionRow[]> => {
  const { operatorId, current, now, usedSince } = given;
  return await open(db, [operatorId, current, now, usedSince]);
};

const unended = query.exec(
  'operator-session-unended',
  'select 1 from operator_session where id = $1 and ended_at is null',
);

/** Whether a session has not been ended since it was looked up. */
export const isUnended = async (db: Queryable, id: string): Promise<boolean> =>
  (await unended(db, [id])) === 1;
