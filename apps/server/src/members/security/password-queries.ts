import { statement, type Queryable } from '../../platform/database.ts';
import { addRowFact } from '../../platform/row-facts.ts';
import type { EndedWhy } from '../session-queries.ts';

const why: EndedWhy = 'password_changed';

const replace = statement(
  'password-replace',
  `with changed as (
     update member set password_hash = $3, password_changed_at = $4 where id = $1 and password_hash = $2 returning id
   ), over as (
     update session s set ended_at = site_now(), ended_why = '${why}' from changed c
     where s.member_id = c.id and s.id <> $5 and s.ended_at is null
     returning s.id
   )
   select (select count(*)::int from changed) as changed, array(select id from over) as ended`,
);

/**
 * Replaces the old hash by a new one and ends all sessions but one, within a transaction.
 * @returns the sessions that ended; undefined when the old hash has been replaced already
 */
export const replacePassword = async (
  db: Queryable,
  given: { memberId: string; sessionId: string; oldHash: string; newHash: string; now: Date },
): Promise<{ ended: string[] } | undefined> => {
  const { memberId, oldHash, newHash, now, sessionId } = given;
  const { rows } = await db.query<{ changed: number; ended: string[] }>(
    replace([memberId, oldHash, newHash, now, sessionId]),
  );
  const [row] = rows;
  if (row === undefined || row.changed === 0) return undefined;
  await addRowFact(db, 'member', memberId);
  return { ended: row.ended };
};
