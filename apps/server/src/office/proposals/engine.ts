import type { ProposalDecision, ProposalState } from '@touchline/contract/shapes/proposals';
import type pg from 'pg';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Queryable } from '../../platform/database.ts';
import { isId, newId } from '../../platform/ids.ts';
import { Refused } from '../../platform/refusal.ts';
import { transaction, withRetry } from '../../platform/transaction.ts';
import * as queries from './queries.ts';
import type { ProposalKind, ProposalRow } from './queries.ts';

/** A proposal with its body as the kind has it. */
export type Proposal<Body> = Omit<ProposalRow, 'body'> & { body: Body };

/** What has happened to a proposal, as the audit log tells it. */
export type ProposalEvent = ProposalState;

/** Who proposes or decides, and from where. */
type Actor = { operator: { id: string }; address: string };

type Options<S extends TSchema, By extends Actor, Done> = {
  pool: pg.Pool;
  kind: ProposalKind;
  /** Of the body. */
  schema: S;
  /** How long a proposal waits for a second operator, milliseconds. */
  openMs: number;
  now: () => Date;
  /**
   * Begins a proposal or a decision, within its transaction: locks what several of them must not do at once.
   * @returns whether this operator needs nobody else
   * @throws Refused when the operator may not
   */
  enter: (client: Queryable, by: By) => Promise<{ isAlone: boolean }>;
  /** Does what was proposed. @throws Refused `outdated` when its subject is no longer as it was seen */
  apply: (client: Queryable, proposal: Proposal<Static<S>>, by: By) => Promise<Done>;
  /** Writes the audit log, in the transaction of the change. */
  note: (
    client: Queryable,
    proposal: Proposal<Static<S>>,
    event: ProposalEvent,
    by: By | undefined,
  ) => Promise<void>;
};

const states = {
  apply: 'applied',
  refuse: 'refused',
  withdraw: 'withdrawn',
} as const satisfies Record<ProposalDecision, ProposalState>;

/**
 * What one operator proposes and another one applies or refuses; who proposed can only withdraw. A proposal names the version
 * of its subject that was seen, is decided once, and ends by itself when nobody decides it in time.
 */
export const createProposals = <S extends TSchema, By extends Actor, Done>(options: Options<S, By, Done>) => {
  const { pool, kind, schema, openMs, now, enter, apply, note } = options;

  const read = (row: ProposalRow): Proposal<Static<S>> => ({ ...row, body: Value.Parse(schema, row.body) });

  /** Why a decision found nothing to decide; the same one of the same operator may be repeated. */
  const settled = async (
    client: Queryable,
    id: string,
    { version, state, by }: { version: number; state: ProposalState; by: string },
  ): Promise<Proposal<Static<S>>> => {
    const row = await queries.findProposal(client, kind, id);
    if (row === undefined) throw new Refused('not_found');
    if (row.state === state && row.decided_by === by) return read(row);
    if (row.version !== version || row.expires_at <= now()) throw new Refused('outdated');
    if (row.state !== 'proposed') throw new Refused('decided_already');
    throw new Refused(state === 'withdrawn' ? 'forbidden' : 'same_operator');
  };

  const applyAll = async (client: Queryable, row: ProposalRow, by: By) => {
    const proposal = read(row);
    await note(client, proposal, 'applied', by);
    return { proposal, done: await apply(client, proposal, by) };
  };

  return {
    /**
     * Proposes a change, or applies it where this operator needs nobody else. The same proposal again is the one there is.
     * @returns the proposal, and what was done where it was applied at once
     * @throws Refused as `enter`, and as `apply`
     */
    propose: (
      given: {
        subject: { id: string; version: number } | undefined;
        body: Static<S> & object;
        reason: string | undefined;
      },
      by: By,
    ): Promise<{ proposal: Proposal<Static<S>>; done?: Done }> =>
      withRetry(() =>
        transaction(pool, async (client) => {
          const { isAlone } = await enter(client, by);
          const at = now();
          const wanted = {
            kind,
            subject_id: given.subject?.id ?? null,
            subject_version: given.subject?.version ?? null,
            body: given.body,
            proposed_by: by.operator.id,
          };
          const before = await queries.findSame(client, { ...wanted, now: at });
          if (before !== undefined && !isAlone) return { proposal: read(before) };
          const row =
            before ??
            (await queries.insertProposal(client, {
              ...wanted,
              id: newId(),
              reason: given.reason ?? null,
              proposed_at: at,
              expires_at: new Date(at.getTime() + openMs),
            }));
          if (before === undefined) await note(client, read(row), 'proposed', by);
          if (!isAlone) return { proposal: read(row) };
          const decided = await queries.decideProposal(client, kind, {
            id: row.id,
            version: row.version,
            state: 'applied',
            by: by.operator.id,
            now: at,
            note: null,
            alone: true,
          });
          if (decided === undefined) throw new Error('A proposal that was just written could not be applied');
          return applyAll(client, decided, by);
        }),
      ),

    /**
     * Decides a proposal, once. Of two at once the second finds it decided.
     * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `outdated`; as `enter`, and as `apply`
     */
    decide: (
      given: { id: string; version: number; decision: ProposalDecision; note: string | undefined },
      by: By,
    ): Promise<{ proposal: Proposal<Static<S>>; done?: Done }> => {
      const { id, version, decision } = given;
      if (!isId(id)) throw new Refused('not_found');
      const state = states[decision];
      const written = given.note === undefined || given.note.trim() === '' ? null : given.note.trim();
      return withRetry(() =>
        transaction(pool, async (client) => {
          const { isAlone } = await enter(client, by);
          const found = await queries.findProposal(client, kind, id);
          const alone = isAlone && state === 'applied' && found?.proposed_by === by.operator.id;
          const row = await queries.decideProposal(client, kind, {
            id,
            version,
            state,
            by: by.operator.id,
            now: now(),
            note: written,
            alone,
          });
          if (row === undefined) {
            return { proposal: await settled(client, id, { version, state, by: by.operator.id }) };
          }
          if (state === 'applied') return applyAll(client, row, by);
          const proposal = read(row);
          await note(client, proposal, state, by);
          return { proposal };
        }),
      );
    },

    /** Ends the proposals that nobody decided in time; called now and then. */
    expire: (): Promise<void> =>
      transaction(pool, async (client) => {
        for (const row of await queries.expireProposals(client, kind, now())) {
          await note(client, read(row), 'expired', undefined);
        }
      }),

    page: async (state: ProposalState | undefined, slice: { limit: number; offset: number }) => {
      const { rows, total } = await queries.pageOfProposals(pool, kind, state, slice);
      return { rows: rows.map(read), total };
    },

    waiting: () => queries.waitingProposals(pool, kind, now()),
  };
};
