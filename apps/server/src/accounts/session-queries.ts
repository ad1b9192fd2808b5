import { query, type Queryable } from '../core/database/database.ts';
import { columnsOf, rowParameters, type Row } from '../core/database/rows.ts';

export type NewMemberSession = {
  id: string;
  memberId: string;
  userAgent: string;
  address: string;
  refreshHash: Buffer;
  now: Date;
  expiresAt: Date;
};

const begunColumns = [
  'id',
  'member_id',
  'user_agent',
  'address',
  'refresh_hash',
  'created_at',
  'last_used_at',
  'rotated_at',
  'expires_at',
] as const;
const { $, row, values } = rowParameters('session', begunColumns, { password_hash: 'text' });
// The row's lock puts a change of the password, or a lock of the account, before the session or after it.
const insert = query.exec(
  'session-insert',
  `insert into session (${columnsOf('session', begunColumns)})
   select ${row} from member
   where id = ${$('member_id')} and locked_at is null
     and (${$('password_hash')} is null or password_hash = ${$('password_hash')})
   for share`,
);

/**
 * @param passwordHash of the password that begins it, if one does
 * @returns false when that is not the member's any more, or the account is locked
 */
export const insertSession = async (
  db: Queryable,
  session: NewMemberSession,
  passwordHash?: string,
): Promise<boolean> => {
  const { id, memberId, now, userAgent, address, refreshHash, expiresAt } = session;
  const rowCount = await insert(
    db,
    values({
      id,
      member_id: memberId,
      user_agent: userAgent,
      address,
      refresh_hash: refreshHash,
      created_at: now,
      last_used_at: now,
      rotated_at: now,
      expires_at: expiresAt,
      password_hash: passwordHash ?? null,
    }),
  );
  return rowCount === 1;
};

const locked = query.exec('member-is-locked', 'select from member where id = $1 and locked_at is not null');

/** Whether operators have locked the account. */
export const isLocked = async (db: Queryable, memberId: string): Promise<boolean> =>
  (await locked(db, [memberId])) === 1;

/** The member of a session. */
export type SessionOwner = { member_id: string; shard: number };

const rotate = query.one<SessionOwner>(
  'session-rotate',
  `update session s set previous_hash = s.refresh_hash, refresh_hash = $3, rotated_at = $4, last_used_at = $4,
     expires_at = $5
   from member m
   where s.id = $1 and s.refresh_hash = $2 and s.ended_at is null and s.expires_at > $4 and m.id = s.member_id
   returning s.member_id, m.shard`,
);

/** Replaces the valid refresh token by the next; undefined when `hash` is not the valid one. */
export const rotateSession = (
  db: Queryable,
  { id, hash, next, now, expiresAt }: { id: string; hash: Buffer; next: Buffer; now: Date; expiresAt: Date },
): Promise<SessionOwner | undefined> => rotate(db, [id, hash, next, now, expiresAt]);

/** An open session's previous token, and when it was replaced. */
export type MemberSessionRow = SessionOwner & Row<'session', 'previous_hash' | 'rotated_at'>;

const find = query.one<MemberSessionRow>(
  'session-find',
  `select s.member_id, m.shard, s.previous_hash, s.rotated_at
   from session s join member m on m.id = s.member_id
   where s.id = $1 and s.ended_at is null and s.expires_at > $2`,
);

/** The session, while it is open. */
export const findOpenSession = (
  db: Queryable,
  id: string,
  now: Date,
): Promise<MemberSessionRow | undefined> => find(db, [id, now]);

/** Why a session ended. */
export type EndedWhy =
  | 'signed_out'
  | 'token_reused'
  /** By the member, from another session. */
  | 'ended'
  | 'password_changed'
  | 'password_reset'
  | 'excluded'
  | 'locked';

// By the database's clock, which the processes that look for ended sessions share.
const end = query.exec(
  'session-end',
  'update session set ended_at = site_now(), ended_why = $2 where id = $1 and ended_at is null',
);

export const endSession = async (db: Queryable, id: string, why: EndedWhy): Promise<void> => {
  await end(db, [id, why]);
};

const ended = query.many<{ id: string }>(
  'session-ended',
  'select id from session where ended_at > site_now() - make_interval(secs => $1)',
);

/** Sessions ended within the last seconds. */
export const findEnded = async (db: Queryable, seconds: number): Promise<string[]> => {
  const rows = await ended(db, [seconds]);
  return rows.map((row) => row.id);
};

const endOwn = query.exec(
  'session-end-own',
  `update session set ended_at = site_now(), ended_why = $3
   where id = $1 and member_id = $2 and ended_at is null and expires_at > $4`,
);

/** Ends a session of this member; false when there is no such open one. */
export const endOwnSession = async (
  db: Queryable,
  { id, memberId, why, now }: { id: string; memberId: string; why: EndedWhy; now: Date },
): Promise<boolean> => (await endOwn(db, [id, memberId, why, now])) === 1;

const endMany = query.many<{ id: string }>(
  'session-end-all',
  `update session set ended_at = site_now(), ended_why = $3
   where member_id = $1 and id is distinct from $2::uuid and ended_at is null
   returning id`,
);

/**
 * Ends all sessions of a member, except one if it is named.
 * @returns the ended ones
 */
export const endSessionsOf = async (
  db: Queryable,
  memberId: string,
  why: EndedWhy,
  except?: string,
): Promise<string[]> => {
  const rows = await endMany(db, [memberId, except ?? null, why]);
  return rows.map(({ id }) => id);
};

const openSessionColumns = ['id', 'user_agent', 'address', 'created_at', 'last_used_at'] as const;
/** An open session, as its member sees it. */
export type OpenSessionRow = Row<'session', (typeof openSessionColumns)[number]>;

/** More than anybody reads. */
const listedMax = 100;

const openOnes = query.many<OpenSessionRow>(
  'sessions-open',
  `select ${columnsOf('session', openSessionColumns)} from session
   where member_id = $1 and ended_at is null and expires_at > $3
   order by id = $2 desc, last_used_at desc, id desc limit ${listedMax}`,
);

/** The open sessions of a member: one named, then by last use. */
export const findOpenSessions = (
  db: Queryable,
  { memberId, first, now }: { memberId: string; first: string; now: Date },
): Promise<OpenSessionRow[]> => openOnes(db, [memberId, first, now]);

// The latest session of a member from an address is kept longer, since it makes the member known there.
const prune = query.exec(
  'session-prune',
  `delete from session s
   where s.created_at < $1 and coalesce(s.ended_at, s.expires_at) < $1
     and (coalesce(s.ended_at, s.expires_at) < $2
          or exists (select from session n
                     where n.member_id = s.member_id and n.address = s.address
                       and (n.created_at, n.id) > (s.created_at, s.id)))`,
);

/**
 * Deletes sessions over before `before`; the latest of a member from an address only when over before
 * `knownBefore`.
 */
export const pruneSessions = async (
  db: Queryable,
  { before, knownBefore }: { before: Date; knownBefore: Date },
): Promise<void> => {
  await prune(db, [before, knownBefore]);
};

const seenAt = query.many<{ user_agent: string }>(
  'session-seen-at',
  `select user_agent from session where member_id = $1 and address = $2
   group by user_agent order by max(created_at) desc limit 50`,
);

/** The user agents of a member's sessions at a network address. */
export const browsersSeen = async (db: Queryable, memberId: string, address: string): Promise<string[]> => {
  const rows = await seenAt(db, [memberId, address]);
  return rows.map((row) => row.user_agent);
};

const atAddresses = query.many<{ memberId: string; address: string; userAgent: string }>(
  'session-at-addresses',
  `select distinct member_id as "memberId", address, user_agent as "userAgent" from session
   where member_id = any($1::uuid[]) and address = any($2::text[]) and last_used_at > $3`,
);

/** Sessions of some members at some addresses that were used after a time, open or ended. */
export const findSessionsAt = (
  on: Queryable,
  {
    memberIds,
    addresses,
    since,
  }: { memberIds: readonly string[]; addresses: readonly string[]; since: Date },
): Promise<{ memberId: string; address: string; userAgent: string }[]> =>
  atAddresses(on, [memberIds, addresses, since]);
