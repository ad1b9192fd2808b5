import { plainText } from '@touchline/kit/typed-text';
import { query, statement, type Queryable } from '../core/database/database.ts';
import { isId } from '../core/ids.ts';
import { fold, readSignIn } from './identity.ts';
import { memberColumns, type MemberRow } from './queries.ts';

const byAccount = statement(
  'members-by-account',
  `select ${memberColumns} from member m where m.account_folded like $1 order by m.account_folded limit $2`,
);
const byEmail = statement(
  'members-by-email',
  `select ${memberColumns} from member m where m.email_folded = $1`,
);
const byMobile = statement(
  'members-by-mobile',
  `select ${memberColumns} from member m where m.area_code = $1 and m.mobile = $2`,
);
/** Rows before the page are read from the index alone. */
const newest = (condition: string, values: number) =>
  `select ${memberColumns} from member m
   join (select id from member ${condition} order by id desc limit $${values + 1} offset $${values + 2}) page
     on page.id = m.id
   order by m.id desc`;

/** The filters of a page of members. */
export type MembersPage = {
  locked: boolean;
  /** Only these. */
  ids: readonly string[] | undefined;
  /** The agent code of the link that brought them, as written in the link. */
  agent: string | undefined;
  limit: number;
  offset: number;
};

/** A page of the members, newest first, and how many there are: of all, of those that are locked, of some, and those an
 *  agent brought alone. */
export const pageOfMembers = async (
  db: Queryable,
  { locked, ids, agent, limit, offset }: MembersPage,
): Promise<{ rows: MemberRow[]; total: number }> => {
  const values: unknown[] = [];
  const conditions: string[] = [];
  if (agent !== undefined) conditions.push(`agent_code = $${values.push(agent)}`);
  if (locked) conditions.push('locked_at is not null');
  if (ids !== undefined) conditions.push(`id = any($${values.push(ids)}::uuid[])`);
  const condition = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const { rows } = await db.query<MemberRow>(newest(condition, values.length), [...values, limit, offset]);
  const counted = await db.query<{ total: number }>(
    `select count(*)::int as total from member ${condition}`,
    values,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

const byIds = query.many<MemberRow>(
  'members-by-ids',
  `select ${memberColumns} from member m where m.id = any($1::uuid[])`,
);

/** Members by their ids, in no order. */
export const findMembers = async (db: Queryable, ids: readonly string[]): Promise<MemberRow[]> =>
  ids.length === 0 ? [] : await byIds(db, [ids]);

/** Escapes the pattern characters of `like`. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * Finds members by id, whole e-mail address or mobile number, or the beginning of the account.
 * @param callingCode the site's, for mobile numbers typed without one
 */
export const searchMembers = async (
  db: Queryable,
  { q, callingCode, limit }: { q: string; callingCode: string; limit: number },
): Promise<MemberRow[]> => {
  const text = plainText(q).toLowerCase();
  if (text === '') return [];
  if (isId(text)) return findMembers(db, [text]);
  const identity = readSignIn(text, callingCode);
  const query =
    identity.kind === 'email'
      ? byEmail([fold(identity.email)])
      : identity.kind === 'mobile'
        ? byMobile([identity.areaCode, identity.mobile])
        : byAccount([`${literally(fold(identity.account))}%`, limit]);
  return (await db.query<MemberRow>(query)).rows;
};
