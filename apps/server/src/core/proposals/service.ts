import { isDeepStrictEqual } from 'node:util';
import type { Shape } from '@touchline/contract/sendable';
import type { ProposalDecision, ProposalState } from '@touchline/contract/shapes/proposals';
import type pg from 'pg';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Queryable } from '../database/database.ts';
import { isId, newId } from '../ids.ts';
import { Refused } from '../refusal.ts';
import { transaction, withRetry } from '../database/transaction.ts';
import * as queries from './queries.ts';
import type { ProposalFilter, ProposalKind, ProposalRow } from './queries.ts';

/**
 * A proposal with its body as the kind has it; the reason is empty where none was needed, and the proposer where a feed has
 * proposed a void.
 */
export type Proposal<Body> = Omit<ProposalRow, 'body' | 'reason' | 'proposed_by'> & {
  body: Body;
  reason: string;
  proposed_by: string;
};

/** What has happened to a proposal, as the audit log names it. */
export type ProposalEvent = ProposalState;

/** Who proposes or decides; a kind adds what its functions need. */
type Actor = { operator: { id: string } };

/** A proposed change. */
type Wish<S extends TSchema> = {
  /** What it changes, and the version of it that was seen; what is made new has neither. */
  subject?: { id?: string | undefined; version?: number | undefined } | undefined;
  /** Made by who proposes: the same proposal under it again is the one of before, also when that was decided since. */
  key?: string | undefined;
  body: Shape<S> & object;
  reason: string | undefined;
};

type Options<S extends TSchema, By extends Actor, Done> = {
  pool: pg.Pool;
  kind: ProposalKind;
  /** The schema of the body. */
  schema: S;
  /** How long a proposal waits for a second operator, milliseconds; without it until it is decided. */
  openMs?: number;
  /** Whether a proposal needs a reason that says something. */
  needsReason?: boolean;
  /**
   * Whether proposals are kept apart: `same`, the same one again of the same operator is the one that waits; `subject`, one
   * waits about a subject, and another operator's is `outdated`. Without it each is a proposal.
   */
  oneOf?: 'same' | 'subject';
  now: () => Date;
  /**
   * Begins a proposal or a decision, within its transaction: locks what several of them must not do at once.
   * @returns whether this operator may decide alone
   * @throws Refused when the operator may not
   */
  enter?: (client: pg.PoolClient, by: By) => Promise<{ isAlone: boolean }>;
  /**
   * Judges a new proposal, within the transaction that has written it.
   * @throws Refused when it cannot be proposed; nothing is written then
   */
  judge?: (client: pg.PoolClient, proposal: Proposal<Static<S>>, by: By) => Promise<void>;
  /**
   * Does what was proposed, within the transaction that decides it.
   * @throws Refused `outdated` when its subject is no longer as it was seen; nothing is decided then
   */
  apply: (client: pg.PoolClient, proposal: Proposal<Static<S>>, by: By) => Promise<Done>;
  /**
   * Writes what is to be read of it, as the audit log, in the transaction of the change.
   * @param by undefined where a proposal expires
   * @param done what was done, where it was applied
   */
  note: (
    client: pg.PoolClient,
    proposal: Proposal<Static<S>>,
    event: ProposalEvent,
    by: By | undefined,
    done: Done | undefined,
  ) => Promise<void>;
};

/** The state of a proposal whose kind never expires. */
export const lastingState = (state: ProposalState): Exclude<ProposalState, 'expired'> => {
  if (state === 'expired') throw new Error('A proposal has expired whose kind never expires');
  return state;
};

/** Shortest reason that says something, characters. */
const reasonMin = 5;

/** What is proposed, before it is written. */
type Wanted = Omit<queries.NewProposal, 'id' | 'proposed_at' | 'expires_at' | 'proposed_by'> & {
  proposed_by: string;
  now: Date;
};

/** Whether an earlier proposal is the same as this one. */
const isSame = (row: ProposalRow, wanted: Wanted): boolean => {
  const body: unknown = JSON.parse(JSON.stringify(wanted.body));
  return isDeepStrictEqual(
    [row.subject_id, row.subject_version, row.reason, row.body],
    [wanted.subject_id, wanted.subject_version, wanted.reason, body],
  );
};

const states = {
  apply: 'applied',
  refuse: 'refused',
  withdraw: 'withdrawn',
} as const satisfies Record<ProposalDecision, ProposalState>;
type DecidedState = (typeof states)[ProposalDecision];

/** A proposal, and what was done where it was applied now. */
type Outcome<S extends TSchema, Done> = { proposal: Proposal<Static<S>>; isNew: boolean; done?: Done };

const trimmed = (text: string | undefined): string | null => {
  const left = text?.trim() ?? '';
  return left === '' ? null : left;
};

/**
 * What one operator proposes and another one applies or refuses; who proposed can only withdraw. A proposal names the version
 * of its subject that was seen, is decided once, and expires unless it is decided in time. The kind decides what it contains,
 * who may and what it changes.
 */
export class Proposals<S extends TSchema, By extends Actor, Done> {
  readonly #options: Options<S, By, Done>;
  readonly #pool: pg.Pool;
  readonly #kind: ProposalKind;

  constructor(options: Options<S, By, Done>) {
    this.#options = options;
    this.#pool = options.pool;
    this.#kind = options.kind;
  }

  /**
   * Proposes a change, or applies it where this operator may decide alone.
   * @returns the proposal, whether it was written now, and what was done where it was applied at once
   * @throws Refused `reason_needed`, `key_reused`, `outdated` where another operator's waits; as `enter`, `judge` and `apply`
   */
  async propose(wish: Wish<S>, by: By): Promise<Outcome<S, Done>> {
    const { needsReason = false } = this.#options;
    if (needsReason && Array.from(wish.reason?.trim() ?? '').length < reasonMin) {
      throw new Refused('reason_needed');
    }
    return withRetry(() => transaction(this.#pool, (client) => this.#propose(client, wish, by)));
  }

  /**
   * Decides a proposal, once. Of two at once the second finds it decided.
   * @returns the proposal, whether it was decided now, and what was done where it was applied
   * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `outdated`; as `enter`, and as `apply`
   */
  async decide(
    given: { id: string; version: number; decision: ProposalDecision; note: string | undefined },
    by: By,
  ): Promise<Outcome<S, Done>> {
    const { id, version, decision } = given;
    if (!isId(id)) throw new Refused('not_found');
    const decided = { id, version, state: states[decision], note: trimmed(given.note) };
    return withRetry(() => transaction(this.#pool, (client) => this.#decide(client, decided, by)));
  }

  /** Records which proposals were not decided in time; called now and then. */
  expire(): Promise<void> {
    return transaction(this.#pool, async (client) => {
      for (const row of await queries.expireProposals(client, this.#kind, this.#now())) {
        await this.#options.note(client, this.#read(row), 'expired', undefined, undefined);
      }
    });
  }

  /** Proposals, newest first. */
  async page(
    filter: ProposalFilter,
    slice: { limit: number; offset: number },
  ): Promise<{ rows: Proposal<Static<S>>[]; total: number }> {
    const of = { kind: this.#kind, filter, now: this.#now() };
    const { rows, total } = await queries.pageOfProposals(this.#pool, of, slice);
    return { rows: rows.map((row) => this.#read(row)), total };
  }

  /**
   * The proposal that was made under the key before.
   * @throws Refused `key_reused` when it was another one
   */
  async findBefore(wish: Wish<S>, by: By): Promise<Proposal<Static<S>> | undefined> {
    const row = await this.#findBefore(this.#pool, this.#wantedOf(wish, by));
    return row && this.#read(row);
  }

  /** @returns undefined when there is none of this kind */
  async find(id: string): Promise<Proposal<Static<S>> | undefined> {
    const row = isId(id) ? await queries.findProposal(this.#pool, this.#kind, id) : undefined;
    return row && this.#read(row);
  }

  /** What waits about a subject. */
  async openOf(subject: string): Promise<Proposal<Static<S>> | undefined> {
    const row = await queries.findOfSubject(this.#pool, this.#kind, { subject, now: this.#now() });
    return row && this.#read(row);
  }

  /** All that something waits about. */
  openSubjects(): ReturnType<typeof queries.openSubjects> {
    return queries.openSubjects(this.#pool, this.#kind, this.#now());
  }

  /** How many are undecided, and since when the oldest waits. */
  waiting(): ReturnType<typeof queries.waitingProposals> {
    return queries.waitingProposals(this.#pool, this.#kind, this.#now());
  }

  async #propose(client: pg.PoolClient, wish: Wish<S>, by: By): Promise<Outcome<S, Done>> {
    const { judge, note } = this.#options;
    const { isAlone } = await this.#enter(client, by);
    const wanted = this.#wantedOf(wish, by);
    const before = await this.#findBefore(client, wanted);
    if (before !== undefined && (!isAlone || before.state !== 'proposed')) {
      return { proposal: this.#read(before), isNew: false };
    }
    const inserted = before === undefined ? await this.#insert(client, wanted) : undefined;
    // Another was written at the same time: one of two finds it.
    const row = before ?? inserted ?? (await this.#findBefore(client, wanted));
    if (row === undefined) throw new Error('A proposal was not written');
    const isNew = inserted !== undefined;
    if (isNew) {
      await judge?.(client, this.#read(row), by);
      await note(client, this.#read(row), 'proposed', by, undefined);
    }
    if (!isAlone) return { proposal: this.#read(row), isNew };
    const decided = await queries.decideProposal(client, this.#kind, {
      id: row.id,
      version: row.version,
      state: 'applied',
      by: by.operator.id,
      now: wanted.now,
      note: null,
      alone: true,
    });
    if (decided === undefined) throw new Error('A proposal that was just written could not be applied');
    return { ...(await this.#apply(client, decided, by)), isNew };
  }

  #insert(client: pg.PoolClient, { now, ...fields }: Wanted): Promise<ProposalRow | undefined> {
    const { openMs } = this.#options;
    return queries.insertProposal(client, {
      ...fields,
      id: newId(),
      proposed_at: now,
      expires_at: openMs === undefined ? null : new Date(now.getTime() + openMs),
    });
  }

  async #decide(
    client: pg.PoolClient,
    { id, version, state, note }: { id: string; version: number; state: DecidedState; note: string | null },
    by: By,
  ): Promise<Outcome<S, Done>> {
    const { isAlone } = await this.#enter(client, by);
    const found = await queries.findProposal(client, this.#kind, id);
    const alone = isAlone && state === 'applied' && found?.proposed_by === by.operator.id;
    const decision = { id, version, state, by: by.operator.id, now: this.#now(), note, alone };
    const row = await queries.decideProposal(client, this.#kind, decision);
    if (row === undefined) {
      const proposal = await this.#findDecided(client, id, { version, state, by: by.operator.id });
      return { proposal, isNew: false };
    }
    if (state === 'applied') return { ...(await this.#apply(client, row, by)), isNew: true };
    const proposal = this.#read(row);
    await this.#options.note(client, proposal, state, by, undefined);
    return { proposal, isNew: true };
  }

  async #apply(
    client: pg.PoolClient,
    row: ProposalRow,
    by: By,
  ): Promise<{ proposal: Proposal<Static<S>>; done: Done }> {
    const { apply, note } = this.#options;
    const proposal = this.#read(row);
    const done = await apply(client, proposal, by);
    await note(client, proposal, 'applied', by, done);
    return { proposal, done };
  }

  /** Why a decision found nothing to decide; the same one of the same operator may be repeated. */
  async #findDecided(
    client: Queryable,
    id: string,
    { version, state, by }: { version: number; state: DecidedState; by: string },
  ): Promise<Proposal<Static<S>>> {
    const found = await queries.findProposal(client, this.#kind, id);
    if (found === undefined) throw new Refused('not_found');
    const row = this.#read(found);
    if (row.state === state && row.decided_by === by) return row;
    if (row.version !== version || row.state === 'expired') throw new Refused('outdated');
    if (row.state !== 'proposed') throw new Refused('decided_already');
    throw new Refused(state === 'withdrawn' ? 'forbidden' : 'same_operator');
  }

  /**
   * The proposal that is in the way of another one.
   * @throws Refused `key_reused` where the key is of another proposal, `outdated` where another operator's waits
   */
  async #findBefore(client: Queryable, wanted: Wanted): Promise<ProposalRow | undefined> {
    if (wanted.key !== null) {
      const { proposed_by: proposedBy, key } = wanted;
      const found = await queries.findByKey(client, this.#kind, { proposedBy, key });
      if (found !== undefined && !isSame(found, wanted)) throw new Refused('key_reused');
      return found;
    }
    const { oneOf } = this.#options;
    if (oneOf === 'same') return queries.findSame(client, wanted);
    if (oneOf === undefined || wanted.subject_id === null) return undefined;
    const of = { subject: wanted.subject_id, now: wanted.now };
    const found = await queries.findOfSubject(client, this.#kind, of);
    if (found !== undefined && found.proposed_by !== wanted.proposed_by) throw new Refused('outdated');
    return found;
  }

  #wantedOf({ subject, key, body, reason }: Wish<S>, by: By): Wanted {
    return {
      kind: this.#kind,
      subject_id: subject?.id ?? null,
      subject_version: subject?.version ?? null,
      key: key ?? null,
      body,
      reason: trimmed(reason),
      proposed_by: by.operator.id,
      now: this.#now(),
    };
  }

  /** A proposal expires at its `expires_at`, also before `expire` writes that to its row. */
  #read(row: ProposalRow): Proposal<Static<S>> {
    const { reason, proposed_by: proposer } = row;
    const body = Value.Parse(this.#options.schema, row.body);
    const proposal = { ...row, body, reason: reason ?? '', proposed_by: proposer ?? '' };
    const isOver = row.state === 'proposed' && row.expires_at !== null && row.expires_at <= this.#now();
    return isOver ? { ...proposal, state: 'expired', decided_at: row.expires_at } : proposal;
  }

  async #enter(client: pg.PoolClient, by: By): Promise<{ isAlone: boolean }> {
    return (await this.#options.enter?.(client, by)) ?? { isAlone: false };
  }

  #now(): Date {
    return this.#options.now();
  }
}
