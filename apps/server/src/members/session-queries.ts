import { statement, type Queryable } from '../platform/database.ts';

export type NewSession = {
  id: string;
  memberId: string;
  userAgent: string;
  address: string;
  refreshHash: Buffer;
  now: Date;
  expiresAt: Date;
};

const insert = statement(
  'session-insert',
  `insert into session (id, member_id, created_at, last_used_at, user_agent, address, refresh_hash, rotated_at, expires_at)
   values ($1, $2, $3, $3, $4, $5, $6, $3, $7)`,
);

export const insertSession = async (db: Queryable, session: NewSession): Promise<void> => {
  const { id, memberId, now, userAgent, address, refreshHash, expiresAt } = session;
  await db.query(insert([id, memberId, now, userAgent, address, refreshHash, expiresAt]));
};

/** Whose session it is. */
export type SessionOwner = { member_id: string; shard: number };

const rotate = statement(
  'session-rotate',
  `update session s set previous_hash = s.refresh_hash, refresh_hash = $3, rotated_at = $4, last_used_at = $4,
     expires_at = $5
   from member m
   where s.id = $1 and s.refresh_hash = $2 and s.ended_at is null and s.expires_at > $4 and m.id = s.member_id
   returning s.member_id, m.shard`,
);

/** Replaces the valid refresh token by the next; undefined when `hash` is not the valid one. */
export const rotateSession = async (
  db: Queryable,
  { id, hash, next, now, expiresAt }: { id: string; hash: Buffer; next: Buffer; now: Date; expiresAt: Date },
): Promise<SessionOwner | undefined> => {
  const { rows } = await db.query<SessionOwner>(rotate([id, hash, next, now, expiresAt]));
  return rows[0];
};

/** An open session's previous token, and when it was replaced. */
export type SessionRow = SessionOwner & { previous_hash: Buffer | null; rotated_at: Date };

const find = statement(
  'session-find',
  `select s.member_id, m.shard, s.previous_hash, s.rotated_at
   from session s join member m on m.id = s.member_id
   where s.id = $1 and s.ended_at is null and s.expires_at > $2`,
);

/** The session, while it is open. */
export const findOpenSession = async (
  db: Queryable,
  id: string,
  now: Date,
): Promise<SessionRow | undefined> => {
  const { rows } = await db.query<SessionRow>(find([id, now]));
  return rows[0];
};

/** Why a session ended. */
export type EndedWhy = 'signed_out' | 'token_reused' | 'password_reset';

// By the database's clock, which the processes that look for ended sessions share.
const end = statement(
  'session-end',
  'update session set ended_at = now(), ended_why = $2 where id = $1 and ended_at is null',
);

export const endSession = async (db: Queryable, id: string, why: EndedWhy): Promise<void> => {
  await db.query(end([id, why]));
};

const endMany = statement(
  'session-end-all',
  `update session set ended_at = now(), ended_why = $3
   where member_id = $1 and id is distinct from $2::uuid and ended_at is null
   returning id`,
);

/**
 * Ends all sessions of a member, but one if it is named.
 * @returns those that ended
 */
export const endSessionsOf = async (
  db: Queryable,
  { memberId, except, why }: { memberId: string; except: string | undefined; why: EndedWhy },
): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(endMany([memberId, except ?? null, why]));
  return rows.map(({ id }) => id);
};

const ended = statement(
  'session-ended',
  'select id from session where ended_at > now() - make_interval(secs => $1)',
);

/** Sessions ended within the last seconds. */
export const findEnded = async (db: Queryable, seconds: number): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(ended([seconds]));
  return rows.map((row) => row.id);
};

const seenAt = statement(
  'session-seen-at',
  `select user_agent from session where member_id = $1 and address = $2
   group by user_agent order by max(created_at) desc limit 50`,
);

/** What a member's browsers called themselves at a network address. */
export const browsersSeen = async (db: Queryable, memberId: string, address: string): Promise<string[]> => {
  const { rows } = await db.query<{ user_agent: string }>(seenAt([memberId, address]));
  return rows.map((row) => row.user_agent);
};
