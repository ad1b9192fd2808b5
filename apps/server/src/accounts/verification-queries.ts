import { query, statement, type Queryable } from '../core/database/database.ts';
import { addRowFact } from '../core/public-log/facts.ts';
import { columnsOf, rowParameters, type Row } from '../core/database/rows.ts';

/** A submitted name, as stored. */
export type IdentityRow = Row<'identity_request'>;

const columns = columnsOf('identity_request', 'all', 'r');

// Once verified a name is fixed; while one is in review, the index refuses a second one.
const givenColumns = ['member_id', 'id', 'real_name', 'document', 'submitted_at'] as const;
const given = rowParameters('identity_request', givenColumns);
const insert = query.exec(
  'identity-insert',
  `insert into identity_request (${columnsOf('identity_request', givenColumns)}, shard, birth_date)
   select ${given.row}, m.shard, m.birth_date from member m where m.id = ${given.$('member_id')} and m.verified_at is null
   on conflict (shard, member_id) where state = 'in_review' do nothing
   returning id`,
);

/** Within a transaction. @returns false when the member's name is verified or in review */
export const insertIdentity = async (
  db: Queryable,
  request: { memberId: string; id: string; realName: string; document: string; now: Date },
): Promise<boolean> => {
  const { memberId, id, realName, document, now } = request;
  const row = { member_id: memberId, id, real_name: realName, document, submitted_at: now };
  const rowCount = await insert(db, given.values(row));
  if (rowCount === 1) await addRowFact(db, 'member', memberId);
  return rowCount === 1;
};

const ofMember = query.many<IdentityRow>(
  'identity-of-member',
  `select ${columns} from identity_request r where r.shard = $1 and r.member_id = $2 order by r.id desc limit $3`,
);

/** A member's requests, newest first. */
export const identitiesOf = (
  db: Queryable,
  { shard, memberId, limit }: { shard: number; memberId: string; limit: number },
): Promise<IdentityRow[]> => ofMember(db, [shard, memberId, limit]);

const byId = query.one<IdentityRow>(
  'identity-by-id',
  `select ${columns} from identity_request r where r.id = $1`,
);

export const findIdentity = (db: Queryable, id: string): Promise<IdentityRow | undefined> => byId(db, [id]);

const count = query.one<{ total: number }>(
  'identity-count',
  'select count(*)::int as total from identity_request r where $1::text is null or r.state = $1',
);
const page = (order: 'asc' | 'desc') =>
  statement(
    `identity-page-${order}`,
    `select ${columns} from identity_request r where $1::text is null or r.state = $1
     order by r.id ${order} limit $2 offset $3`,
  );
const oldestFirst = page('asc');
const newestFirst = page('desc');

/** A page of all requests, of one state if named; pending ones in the order they came. */
export const pageOfIdentities = async (
  db: Queryable,
  { state, limit, offset }: { state: string | undefined; limit: number; offset: number },
): Promise<{ rows: IdentityRow[]; total: number }> => {
  const totals = await count(db, [state ?? null]);
  const list = state === 'in_review' ? oldestFirst : newestFirst;
  const { rows } = await db.query<IdentityRow>(list([state ?? null, limit, offset]));
  return { rows, total: totals?.total ?? 0 };
};

const decided = rowParameters('identity_request', [
  'id',
  'version',
  'state',
  'reason',
  'decided_by',
  'decided_at',
]);
const decide = query.many<IdentityRow>(
  'identity-decide',
  `update identity_request r set state = ${decided.$('state')}, reason = ${decided.$('reason')},
     decided_by = ${decided.$('decided_by')}, decided_at = ${decided.$('decided_at')}, version = version + 1
   where r.id = ${decided.$('id')} and r.state = 'in_review' and r.version = ${decided.$('version')}
   returning ${columns}`,
);

/** Within a transaction. @returns undefined when it is not in review, or has another version */
export const decideIdentity = async (
  db: Queryable,
  decision: {
    id: string;
    version: number;
    state: 'verified' | 'refused';
    reason: string | null;
    by: string;
    now: Date;
  },
): Promise<IdentityRow | undefined> => {
  const { id, version, state, reason, by, now } = decision;
  const row = { id, version, state, reason, decided_by: by, decided_at: now };
  const [after] = await decide(db, decided.values(row));
  if (after !== undefined) await addRowFact(db, 'member', after.member_id);
  return after;
};

const setName = query.exec(
  'member-verified',
  'update member set real_name = $2, verified_at = $3 where id = $1 and verified_at is null',
);

/** Fixes a member's name, within a transaction. @returns false when it was fixed before */
export const setVerifiedName = async (
  db: Queryable,
  { memberId, realName, now }: { memberId: string; realName: string; now: Date },
): Promise<boolean> => {
  const rowCount = await setName(db, [memberId, realName, now]);
  if (rowCount === 1) await addRowFact(db, 'member', memberId);
  return rowCount === 1;
};
