import type { ProposalState } from '@touchline/contract/shapes/proposals';
import { query, statement, type Queryable } from '../database/database.ts';
import { addRowFact } from '../public-log/facts.ts';
import { columnsOf, insertInto, parameters, readWaiting, type Row, type Waiting } from '../database/rows.ts';

/**
 * A proposal as stored; `body` as the kind has written it. `subject_id` and `subject_version` are what it changes and the version
 * that its proposer saw; `key` is made by who proposes, so that a proposal sent twice is one; `version` counts the changes of the
 * proposal itself; without `expires_at` it waits until it is decided; `alone`: who proposed it applied it too. A feed
 * proposes voids without a `proposed_by`.
 */
export type ProposalRow = Row<'proposal'>;

/** What kinds of things operators propose. */
export type ProposalKind = ProposalRow['kind'];

const columns = columnsOf('proposal');

const { text, values } = insertInto('proposal', [
  'id',
  'kind',
  'subject_id',
  'subject_version',
  'key',
  'body',
  'reason',
  'proposed_by',
  'proposed_at',
  'expires_at',
]);
const insert = query.one<ProposalRow>(
  'proposal-insert',
  `${text} on conflict do nothing returning ${columns}`,
);
export type NewProposal = Parameters<typeof values>[0] & { body: object };

/** @returns undefined where another one is in the way: under the same key, or the one of its subject */
export const insertProposal = async (
  client: Queryable,
  one: NewProposal,
): Promise<ProposalRow | undefined> => {
  const row = await insert(client, values({ ...one, body: JSON.stringify(one.body) }));
  if (row !== undefined) await addRowFact(client, 'proposal', row.id);
  return row;
};

const openAt = (now: string): string => `state = 'proposed' and (expires_at is null or expires_at > ${now})`;
const isOpen = openAt('$1');

const same = query.one<ProposalRow>(
  'proposal-same',
  `select ${columns} from proposal
   where ${isOpen} and kind = $2 and subject_id is not distinct from $3 and subject_version is not distinct from $4
     and body = $5 and proposed_by = $6
   order by id desc limit 1`,
);
/** The open proposal of this operator that says the same of the same version, if there is one. */
export const findSame = (
  client: Queryable,
  one: Pick<NewProposal, 'kind' | 'subject_id' | 'subject_version' | 'body' | 'proposed_by'> & { now: Date },
): Promise<ProposalRow | undefined> =>
  same(client, [
    one.now,
    one.kind,
    one.subject_id,
    one.subject_version,
    JSON.stringify(one.body),
    one.proposed_by,
  ]);

const decided = parameters({
  id: 'uuid',
  kind: 'text',
  version: 'int',
  state: 'text',
  by: 'uuid',
  now: 'timestamptz',
  note: 'text',
  alone: 'boolean',
});
const decide = query.many<ProposalRow>(
  'proposal-decide',
  `update proposal
   set state = ${decided.$('state')}, decided_by = ${decided.$('by')}, decided_at = ${decided.$('now')},
     note = ${decided.$('note')}, alone = ${decided.$('alone')}, version = version + 1
   where ${openAt(decided.$('now'))}
     and id = ${decided.$('id')} and kind = ${decided.$('kind')} and version = ${decided.$('version')}
     and (${decided.$('alone')} or (${decided.$('state')} = 'withdrawn') = (proposed_by is not distinct from ${decided.$('by')}))
   returning ${columns}`,
);
/** @returns undefined when it is another version, decided, expired, or not this operator's to decide so */
export const decideProposal = async (
  client: Queryable,
  kind: ProposalKind,
  of: {
    id: string;
    version: number;
    state: ProposalState;
    by: string;
    now: Date;
    note: string | null;
    alone: boolean;
  },
): Promise<ProposalRow | undefined> => {
  const [row] = await decide(client, decided.values({ kind, ...of }));
  if (row !== undefined) await addRowFact(client, 'proposal', row.id);
  return row;
};

const expire = query.many<ProposalRow>(
  'proposal-expire',
  `update proposal set state = 'expired', decided_at = expires_at, version = version + 1
   where kind = $1 and state = 'proposed' and expires_at <= $2
   returning ${columns}`,
);
/** Ends the proposals that were not decided in time. */
export const expireProposals = async (
  client: Queryable,
  kind: ProposalKind,
  now: Date,
): Promise<ProposalRow[]> => {
  const rows = await expire(client, [kind, now]);
  for (const { id } of rows) await addRowFact(client, 'proposal', id);
  return rows;
};

const byId = query.one<ProposalRow>(
  'proposal-by-id',
  `select ${columns} from proposal where id = $1 and kind = $2`,
);
export const findProposal = (
  db: Queryable,
  kind: ProposalKind,
  id: string,
): Promise<ProposalRow | undefined> => byId(db, [id, kind]);

const byKey = query.one<ProposalRow>(
  'proposal-by-key',
  `select ${columns} from proposal where kind = $1 and proposed_by = $2 and key = $3`,
);
/** What an operator proposed under a key. */
export const findByKey = (
  db: Queryable,
  kind: ProposalKind,
  of: { proposedBy: string; key: string },
): Promise<ProposalRow | undefined> => byKey(db, [kind, of.proposedBy, of.key]);

const ofSubject = query.one<ProposalRow>(
  'proposal-of-subject',
  `select ${columns} from proposal where ${isOpen} and kind = $2 and subject_id = $3 order by id desc limit 1`,
);
/** The newest one that waits for a decision about a subject. */
export const findOfSubject = (
  db: Queryable,
  kind: ProposalKind,
  of: { subject: string; now: Date },
): Promise<ProposalRow | undefined> => ofSubject(db, [of.now, kind, of.subject]);

const subjects = query.many<{ subject_id: string }>(
  'proposal-subjects',
  `select distinct subject_id from proposal where ${isOpen} and kind = $2 and subject_id is not null`,
);
/** What proposals of a kind are about that wait for a decision. */
export const openSubjects = async (db: Queryable, kind: ProposalKind, now: Date): Promise<string[]> =>
  (await subjects(db, [now, kind])).map(({ subject_id: id }) => id);

const waits = statement(
  'proposal-waits',
  `select count(*)::int as total, min(proposed_at) as oldest from proposal where ${isOpen} and kind = $2`,
);
/** Undecided proposals of a kind. */
export const waitingProposals = (db: Queryable, kind: ProposalKind, now: Date): Promise<Waiting> =>
  readWaiting(db, waits([now, kind]));

/** What a page of proposals shows; without a filter all of a kind. */
export type ProposalFilter = { state?: ProposalState | undefined; subject?: string | undefined };

// A proposal expires at its `expires_at`, also before that is written to its row.
const where = `where kind = $1 and ($2::text is null or $2 = case
  when state = 'proposed' and expires_at <= $3::timestamptz then 'expired' else state end)
  and ($4::uuid is null or subject_id = $4)`;

/** Proposals of a kind, newest first. */
export const pageOfProposals = async (
  db: Queryable,
  of: { kind: ProposalKind; filter: ProposalFilter; now: Date },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ProposalRow[]; total: number }> => {
  const filter = [of.kind, of.filter.state ?? null, of.now, of.filter.subject ?? null];
  // Without names: the plan must see which filters there are.
  const counted = await db.query<{ total: number }>(
    `select count(*)::int as total from proposal ${where}`,
    filter,
  );
  const { rows } = await db.query<ProposalRow>(
    `select ${columns} from proposal ${where} order by id desc limit $5 offset $6`,
    [...filter, limit, offset],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
};
