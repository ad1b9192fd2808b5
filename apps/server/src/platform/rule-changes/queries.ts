import type { RuleChangeState } from '@touchline/contract/shapes/office-growth';
import { statement, type Queryable } from '../database.ts';
import { readWaiting, type Waiting } from '../waiting.ts';

export type RuleKind = 'team' | 'rewards';

/** Rules somebody has proposed; `rules` as the room that they are of has written them. */
export type RuleChangeRow = {
  id: string;
  based_on: number;
  rules: unknown;
  asked_from: string | null;
  reason: string;
  state: RuleChangeState;
  proposed_by: string;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  note: string | null;
  version: number | null;
  /** Changes of the proposal itself. */
  revision: number;
};

const columns = `id, based_on, rules, asked_from, reason, state, proposed_by, proposed_at, decided_by, decided_at, note,
  version, revision`;

const insert = statement(
  'rule-change-insert',
  `insert into rule_change (id, kind, based_on, rules, asked_from, reason, proposed_by, proposed_at)
   values ($1, $2, $3, $4, $5, $6, $7, now()) returning ${columns}`,
);
export const insertChange = async (
  on: Queryable,
  kind: RuleKind,
  one: Pick<RuleChangeRow, 'id' | 'based_on' | 'asked_from' | 'reason' | 'proposed_by'> & { rules: object },
): Promise<RuleChangeRow> => {
  const { rows } = await on.query<RuleChangeRow>(
    insert([
      one.id,
      kind,
      one.based_on,
      JSON.stringify(one.rules),
      one.asked_from,
      one.reason,
      one.proposed_by,
    ]),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A proposal was not written');
  return row;
};

const decide = statement(
  'rule-change-decide',
  `update rule_change set state = $3, decided_by = $4, decided_at = now(), note = $5, revision = revision + 1
   where id = $1 and kind = $2 and state = 'proposed' and revision = $6 and ($3 = 'withdrawn') = (proposed_by = $4)
   returning ${columns}`,
);
/** @returns undefined when it is another one than was seen, decided, or not this operator's to decide so */
export const decideChange = async (
  on: Queryable,
  kind: RuleKind,
  of: { id: string; seen: number; state: RuleChangeState; by: string; note: string | null },
): Promise<RuleChangeRow | undefined> =>
  (await on.query<RuleChangeRow>(decide([of.id, kind, of.state, of.by, of.note, of.seen]))).rows[0];

const become = statement('rule-change-version', 'update rule_change set version = $2 where id = $1');
/** Notes the version that a proposal has become. */
export const noteVersion = async (on: Queryable, id: string, version: number): Promise<void> => {
  await on.query(become([id, version]));
};

const byId = statement('rule-change-by-id', `select ${columns} from rule_change where id = $1 and kind = $2`);
export const findChange = async (
  on: Queryable,
  kind: RuleKind,
  id: string,
): Promise<RuleChangeRow | undefined> => (await on.query<RuleChangeRow>(byId([id, kind]))).rows[0];

const waits = statement(
  'rule-change-waits',
  `select count(*)::int as total, min(proposed_at) as oldest from rule_change where kind = $1 and state = 'proposed'`,
);
/** Proposals of a kind that nobody has decided. */
export const waitingChanges = (on: Queryable, kind: RuleKind): Promise<Waiting> =>
  readWaiting(on, waits([kind]));

const page = statement(
  'rule-change-page',
  `select ${columns} from rule_change where kind = $1 and ($2::text is null or state = $2)
   order by id desc limit $3 offset $4`,
);
const count = statement(
  'rule-change-count',
  'select count(*) as total from rule_change where kind = $1 and ($2::text is null or state = $2)',
);
/** Proposals, newest first. */
export const pageOfChanges = async (
  on: Queryable,
  kind: RuleKind,
  state: RuleChangeState | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RuleChangeRow[]; total: number }> => {
  const { rows } = await on.query<RuleChangeRow>(page([kind, state ?? null, limit, offset]));
  const counted = await on.query<{ total: bigint }>(count([kind, state ?? null]));
  return { rows, total: Number(counted.rows[0]?.total ?? 0n) };
};
