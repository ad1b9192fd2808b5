import type { ProposalState } from '@touchline/contract/shapes/proposals';
import { statement, type Queryable } from '../database.ts';
import { readWaiting, type Waiting } from '../waiting.ts';

/** What kinds of things operators propose. */
export type ProposalKind = 'operator' | 'team_rules' | 'reward_rules' | 'member_factor';

/** A proposal as stored; `body` as the kind has written it. */
export type ProposalRow = {
  id: string;
  kind: ProposalKind;
  /** What it changes, and the version of that which the proposer saw. */
  subject_id: string | null;
  subject_version: number | null;
  body: unknown;
  reason: string | null;
  state: ProposalState;
  /** Changes of the proposal itself: a decision names the version that its page showed. */
  version: number;
  proposed_by: string;
  proposed_at: Date;
  /** Null: it waits until somebody decides it. */
  expires_at: Date | null;
  decided_by: string | null;
  decided_at: Date | null;
  note: string | null;
  /** Who proposed it applied it too. */
  alone: boolean;
};

const columns = `id, kind, subject_id, subject_version, body, reason, state, version, proposed_by, proposed_at,
  expires_at, decided_by, decided_at, note, alone`;

const insert = statement(
  'proposal-insert',
  `insert into proposal (id, kind, subject_id, subject_version, body, reason, proposed_by, proposed_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict do nothing
   returning ${columns}`,
);
export type NewProposal = Pick<
  ProposalRow,
  'id' | 'kind' | 'subject_id' | 'subject_version' | 'reason' | 'proposed_by' | 'proposed_at' | 'expires_at'
> & { body: object };

/** @returns undefined where another one is in the way, of a kind that has one of a subject at a time */
export const insertProposal = async (
  client: Queryable,
  one: NewProposal,
): Promise<ProposalRow | undefined> => {
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
  return rows[0];
};

const isOpen = `state = 'proposed' and (expires_at is null or expires_at > $1)`;

const same = statement(
  'proposal-same',
  `select ${columns} from proposal
   where ${isOpen} and kind = $2 and subject_id is not distinct from $3 and subject_version is not distinct from $4
     and body = $5 and proposed_by = $6
   order by id desc limit 1`,
);
/** The open proposal of this operator that says the same of the same version, if there is one. */
export const findSame = async (
  client: Queryable,
  one: Pick<NewProposal, 'kind' | 'subject_id' | 'subject_version' | 'body' | 'proposed_by'> & { now: Date },
): Promise<ProposalRow | undefined> => {
  const { rows } = await client.query<ProposalRow>(
    same([one.now, one.kind, one.subject_id, one.subject_version, JSON.stringify(one.body), one.proposed_by]),
  );
  return rows[0];
};

const decide = statement(
  'proposal-decide',
  `update proposal
   set state = $4, decided_by = $5, decided_at = $1, note = $6, alone = $7, version = version + 1
   where ${isOpen} and id = $2 and kind = $3 and version = $8
     and ($7 or ($4 = 'withdrawn') = (proposed_by = $5))
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
  const { rows } = await client.query<ProposalRow>(decide([now, id, kind, state, by, note, alone, version]));
  return rows[0];
};

const expire = statement(
  'proposal-expire',
  `update proposal set state = 'expired', decided_at = expires_at, version = version + 1
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

const ofSubject = statement(
  'proposal-of-subject',
  `select ${columns} from proposal where ${isOpen} and kind = $2 and subject_id = $3 order by id desc limit 1`,
);
/** The newest one that waits for a decision about a subject. */
export const findOfSubject = async (
  db: Queryable,
  kind: ProposalKind,
  of: { subject: string; now: Date },
): Promise<ProposalRow | undefined> =>
  (await db.query<ProposalRow>(ofSubject([of.now, kind, of.subject]))).rows[0];

const subjects = statement(
  'proposal-subjects',
  `select distinct subject_id from proposal where ${isOpen} and kind = $2 and subject_id is not null`,
);
/** What proposals of a kind are about that wait for a decision. */
export const openSubjects = async (db: Queryable, kind: ProposalKind, now: Date): Promise<string[]> =>
  (await db.query<{ subject_id: string }>(subjects([now, kind]))).rows.map(({ subject_id: id }) => id);

const waits = statement(
  'proposal-waits',
  `select count(*)::int as total, min(proposed_at) as oldest from proposal where ${isOpen} and kind = $2`,
);
/** Proposals of a kind that nobody has decided. */
export const waitingProposals = (db: Queryable, kind: ProposalKind, now: Date): Promise<Waiting> =>
  readWaiting(db, waits([now, kind]));

/** What a page of proposals shows; without a filter all of a kind. */
export type ProposalFilter = { state?: ProposalState | undefined };

// One that nobody decided in time is expired from that moment on, also before it is written down.
const where = `where kind = $1 and ($2::text is null or $2 = case
  when state = 'proposed' and expires_at <= $3::timestamptz then 'expired' else state end)`;

/** Proposals of a kind, newest first. */
export const pageOfProposals = async (
  db: Queryable,
  of: { kind: ProposalKind; filter: ProposalFilter; now: Date },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ProposalRow[]; total: number }> => {
  const values = [of.kind, of.filter.state ?? null, of.now];
  // Without names: the plan must see which filters there are.
  const counted = await db.query<{ total: number }>(
    `select count(*)::int as total from proposal ${where}`,
    values,
  );
  const { rows } = await db.query<ProposalRow>(
    `select ${columns} from proposal ${where} order by id desc limit $4 offset $5`,
    [...values, limit, offset],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
};
