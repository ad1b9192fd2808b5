import type { ProposalState } from '@touchline/contract/shapes/proposals';
import { statement, type Queryable } from '../../platform/database.ts';
import { readWaiting, type Waiting } from '../../platform/waiting.ts';

/** What kinds of things operators propose. */
export type ProposalKind = 'operator';

/** A proposal as stored; `body` as the kind has written it. */
export type ProposalRow = {
  id: string;
  kind: ProposalKind;
  subject_id: string | null;
  subject_version: number | null;
  body: unknown;
  reason: string | null;
  state: ProposalState;
  version: number;
  proposed_by: string;
  proposed_at: Date;
  expires_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  note: string | null;
  alone: boolean;
};

const columns = `id, kind, subject_id, subject_version, body, reason, state, version, proposed_by, proposed_at,
  expires_at, decided_by, decided_at, note, alone`;

const insert = statement(
  'proposal-insert',
  `insert into proposal (id, kind, subject_id, subject_version, body, reason, proposed_by, proposed_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
);
export type NewProposal = Pick<
  ProposalRow,
  'id' | 'kind' | 'subject_id' | 'subject_version' | 'reason' | 'proposed_by' | 'proposed_at' | 'expires_at'
> & { body: object };

export const insertProposal = async (client: Queryable, one: NewProposal): Promise<ProposalRow> => {
  const { rows } = await client.query<ProposalRow>(
    insert([
      one.id,
      one.kind,
      one.subject_id,
      one.subject_version,
      JSON.stringify(one.body),
      one.reason,
      one.proposed_by,
      one.proposed_at,
      one.expires_at,
    ]),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A proposal was not written');
  return row;
};

const same = statement(
  'proposal-same',
  `select ${columns} from proposal
   where kind = $1 and subject_id is not distinct from $2 and subject_version is not distinct from $3
     and body = $4 and proposed_by = $5 and state = 'proposed' and expires_at > $6
   order by id desc limit 1`,
);
/** The open proposal of this operator that says the same of the same version, if there is one. */
export const findSame = async (
  client: Queryable,
  one: Pick<NewProposal, 'kind' | 'subject_id' | 'subject_version' | 'body' | 'proposed_by'> & { now: Date },
): Promise<ProposalRow | undefined> => {
  const { rows } = await client.query<ProposalRow>(
    same([one.kind, one.subject_id, one.subject_version, JSON.stringify(one.body), one.proposed_by, one.now]),
  );
  return rows[0];
};

const decide = statement(
  'proposal-decide',
  `update proposal
   set state = $3, decided_by = $4, decided_at = $5, note = $6, alone = $7, version = version + 1
   where id = $1 and kind = $2 and state = 'proposed' and version = $8 and expires_at > $5
     and ($7 or ($3 = 'withdrawn') = (proposed_by = $4))
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
  const { id, version, state, by, now, note, alone } = of;
  const { rows } = await client.query<ProposalRow>(decide([id, kind, state, by, now, note, alone, version]));
  return rows[0];
};

const expire = statement(
  'proposal-expire',
  `update proposal set state = 'expired', decided_at = $2, version = version + 1
   where kind = $1 and state = 'proposed' and expires_at <= $2
   returning ${columns}`,
);
/** Ends the proposals that nobody decided in time. */
export const expireProposals = async (
  client: Queryable,
  kind: ProposalKind,
  now: Date,
): Promise<ProposalRow[]> => (await client.query<ProposalRow>(expire([kind, now]))).rows;

const byId = statement('proposal-by-id', `select ${columns} from proposal where id = $1 and kind = $2`);
export const findProposal = async (
  db: Queryable,
  kind: ProposalKind,
  id: string,
): Promise<ProposalRow | undefined> => (await db.query<ProposalRow>(byId([id, kind]))).rows[0];

const waits = statement(
  'proposal-waits',
  `select count(*)::int as total, min(proposed_at) as oldest from proposal
   where kind = $1 and state = 'proposed' and expires_at > $2`,
);
/** Proposals of a kind that nobody has decided. */
export const waitingProposals = (db: Queryable, kind: ProposalKind, now: Date): Promise<Waiting> =>
  readWaiting(db, waits([kind, now]));

const page = statement(
  'proposal-page',
  `select ${columns} from proposal where kind = $1 and ($2::text is null or state = $2)
   order by id desc limit $3 offset $4`,
);
const count = statement(
  'proposal-count',
  'select count(*)::int as total from proposal where kind = $1 and ($2::text is null or state = $2)',
);
/** Proposals of a kind, newest first. */
export const pageOfProposals = async (
  db: Queryable,
  kind: ProposalKind,
  state: ProposalState | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ProposalRow[]; total: number }> => {
  const { rows } = await db.query<ProposalRow>(page([kind, state ?? null, limit, offset]));
  const counted = await db.query<{ total: number }>(count([kind, state ?? null]));
  return { rows, total: counted.rows[0]?.total ?? 0 };
};
