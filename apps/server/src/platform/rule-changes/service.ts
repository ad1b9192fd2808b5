import type pg from 'pg';
import { isId, newId } from '../ids.ts';
import { Refused } from '../refusal.ts';
import { transaction, withRetry } from '../transaction.ts';
import * as queries from './queries.ts';
import type { RuleChangeRow, RuleKind } from './queries.ts';

export type { RuleChangeRow } from './queries.ts';

type RuleDecision = 'apply' | 'refuse' | 'withdraw';

/** A decision about a proposal; `seen` is its revision as the page showed it. */
export type DecidedRules = {
  id: string;
  seen: number;
  decision: RuleDecision;
  note: string | undefined;
  by: string;
};

const states = { apply: 'applied', refuse: 'refused', withdraw: 'withdrawn' } as const;
const reasonMin = 5;

/** Writes the audit log, in the transaction of the change. */
export type NoteChange = (client: pg.PoolClient, row: RuleChangeRow) => Promise<void>;

/** Rules of one kind, proposed by one operator and decided by another. The room they are of keeps the versions that count. */
export const createRuleChanges = ({ pool, kind }: { pool: pg.Pool; kind: RuleKind }) => {
  /** What became of a decision that changed nothing: the same one again is the answer it had. */
  const settled = async (
    client: pg.PoolClient,
    id: string,
    { seen, state, by }: { seen: number; state: RuleChangeRow['state']; by: string },
  ): Promise<RuleChangeRow> => {
    const row = await queries.findChange(client, kind, id);
    if (row === undefined) throw new Refused('not_found');
    if (row.state === state && row.decided_by === by) return row;
    if (row.revision !== seen) throw new Refused('outdated');
    if (row.state !== 'proposed') throw new Refused('decided_already');
    throw new Refused(state === 'withdrawn' ? 'forbidden' : 'same_operator');
  };

  return {
    /**
     * @param newest the version that counts last; the proposal must have been made on it
     * @throws Refused `outdated`, `reason_needed`
     */
    propose: (
      given: {
        rules: object;
        seen: number;
        newest: number;
        from: string | undefined;
        reason: string;
        by: string;
      },
      note: NoteChange,
    ): Promise<RuleChangeRow> => {
      const reason = given.reason.trim();
      if (Array.from(reason).length < reasonMin) throw new Refused('reason_needed');
      if (given.seen !== given.newest) throw new Refused('outdated');
      return transaction(pool, async (client) => {
        const row = await queries.insertChange(client, kind, {
          id: newId(),
          based_on: given.seen,
          rules: given.rules,
          asked_from: given.from ?? null,
          reason,
          proposed_by: given.by,
        });
        await note(client, row);
        return row;
      });
    },

    /**
     * Decides a proposal, once. Of two at once the second finds it decided.
     * @param publish writes the next version after the one it was made on; false where another has become that
     * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `outdated`
     */
    decide: (
      { id, seen, decision, note: text, by }: DecidedRules,
      publish: (client: pg.PoolClient, row: RuleChangeRow, version: number) => Promise<boolean>,
      note: NoteChange,
    ): Promise<RuleChangeRow> => {
      if (!isId(id)) throw new Refused('not_found');
      const state = states[decision];
      const written = text === undefined || text.trim() === '' ? null : text.trim();
      return withRetry(() =>
        transaction(pool, async (client) => {
          const row = await queries.decideChange(client, kind, { id, seen, state, by, note: written });
          if (row === undefined) return settled(client, id, { seen, state, by });
          if (state !== 'applied') {
            await note(client, row);
            return row;
          }
          const version = row.based_on + 1;
          if (!(await publish(client, row, version))) throw new Refused('outdated');
          await queries.noteVersion(client, id, version);
          const applied = { ...row, version };
          await note(client, applied);
          return applied;
        }),
      );
    },

    page: (state: RuleChangeRow['state'] | undefined, slice: { limit: number; offset: number }) =>
      queries.pageOfChanges(pool, kind, state, slice),
    waiting: () => queries.waitingChanges(pool, kind),
  };
};
