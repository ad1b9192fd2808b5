import { statement, type Queryable } from '../../platform/database.ts';
import { columnsOf, insertInto, type Row } from '../../platform/rows.ts';
import type { VoidScope } from './ruling-queries.ts';

/** A void, or the end of one, that an operator proposes. */
export type ProposalRow = Row<'void_proposal'>;

const columns = columnsOf('void_proposal');

const newProposal = insertInto('void_proposal', [
  'id',
  'event_id',
  'undoes',
  'market',
  'line',
  'struck_from',
  'struck_until',
  'why',
  'proposed_by',
]);

/** What is proposed of a match's voids, the newest first. */
export const selectProposals = async (on: Queryable, eventId: string): Promise<ProposalRow[]> => {
  const { rows } = await on.query<ProposalRow>(
    `select ${columns} from void_proposal where event_id = $1 order by proposed_at desc, id desc`,
    [eventId],
  );
  return rows;
};

export const findProposal = async (
  on: Queryable,
  eventId: string,
  id: string,
): Promise<ProposalRow | undefined> => {
  const { rows } = await on.query<ProposalRow>(
    `select ${columns} from void_proposal where event_id = $1 and id = $2`,
    [eventId, id],
  );
  return rows[0];
};

export const insertVoidProposal = async (
  on: Queryable,
  of: {
    id: string;
    eventId: string;
    scope: VoidScope;
    undoes: number | undefined;
    why: string;
    by: string;
  },
): Promise<void> => {
  const { market, line, struckFrom, struckUntil } = of.scope;
  await on.query(
    newProposal.text,
    newProposal.values({
      id: of.id,
      event_id: of.eventId,
      undoes: of.undoes ?? null,
      market: market ?? null,
      line: line ?? null,
      struck_from: struckFrom ?? null,
      struck_until: struckUntil ?? null,
      why: of.why,
      proposed_by: of.by,
    }),
  );
};

const decide = statement(
  'void-proposal-decide',
  `update void_proposal set state = $3, decided_by = $4, decided_at = clock_timestamp(), note = $5, ruling = $6
   where event_id = $1 and id = $2 and state = 'proposed'
     and case when $3 = 'withdrawn' then proposed_by = $4 else proposed_by <> $4 end`,
);
/** @returns whether it was still to be decided, by somebody who may: who proposed it can only withdraw it */
export const decideProposal = async (
  on: Queryable,
  of: {
    eventId: string;
    id: string;
    state: 'applied' | 'refused' | 'withdrawn';
    by: string;
    note: string | undefined;
    ruling: number | undefined;
  },
): Promise<boolean> => {
  const { eventId, id, state, by, note = null, ruling = null } = of;
  return (await on.query(decide([eventId, id, state, by, note, ruling]))).rowCount === 1;
};

const approve = statement(
  'result-approve',
  `update result set approved_by = $3, approved_at = clock_timestamp()
   where event_id = $1 and version = $2 and state = 'proposed' and approved_by is null
     and proposed_by is distinct from $3`,
);
/** Notes the first of two operators who confirm a result. @returns whether there was none before */
export const approveResult = async (
  on: Queryable,
  of: { eventId: string; version: number; by: string },
): Promise<boolean> => (await on.query(approve([of.eventId, of.version, of.by]))).rowCount === 1;

export const hasEvent = async (on: Queryable, eventId: string): Promise<boolean> =>
  (await on.query('select from event where id = $1', [eventId])).rowCount === 1;

/** Whether the match has the market at the line, or the market at any line. */
export const hasMarketAt = async (
  on: Queryable,
  eventId: string,
  { market, line }: VoidScope,
): Promise<boolean> => {
  const { rowCount } = await on.query(
    `select from market where event_id = $1 and market = $2 and ($3::text is null or line = $3) limit 1`,
    [eventId, market, line ?? null],
  );
  return rowCount === 1;
};
