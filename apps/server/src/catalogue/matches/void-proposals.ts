import type { Shape } from '@touchline/contract/sendable';
import type { ProposalDecision } from '@touchline/contract/shapes/proposals';
import type pg from 'pg';
import { Type } from 'typebox';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { insertProposal } from '../../core/proposals/queries.ts';
import { Proposals } from '../../core/proposals/service.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { MarketKey } from '../../pricing/index.ts';
import { operatorActor, operatorIdOf } from './actor.ts';
import * as queries from './decision-queries.ts';
import { asRefusal, enterTurn, type OperatorDecision } from './deciding.ts';
import { isVoid, takeTurn, type VoidedBets } from './ruling-queries.ts';
import { checkScope, type Rulings } from './rulings.ts';

const Body = Type.Object({
  /** The ruling of the void that is revoked; missing for a new void. */
  undoes: Type.Optional(Type.Integer()),
  market: Type.Optional(Type.String()),
  line: Type.Optional(Type.String()),
  struckFrom: Type.Optional(Type.String()),
  struckUntil: Type.Optional(Type.String()),
  /** The feed that proposes it. */
  feed: Type.Optional(Type.String()),
  /** Since when it reports the match as begun before its kick-off. */
  began: Type.Optional(Type.String()),
});
type Body = Shape<typeof Body>;

const scopeOf = ({ market, line, struckFrom, struckUntil }: Body): VoidedBets => ({
  market,
  line,
  struckFrom: struckFrom === undefined ? undefined : new Date(struckFrom),
  struckUntil: struckUntil === undefined ? undefined : new Date(struckUntil),
});

const bodyOf = ({ market, line, struckFrom, struckUntil }: VoidedBets, undoes: number | undefined): Body => ({
  undoes,
  market,
  line,
  struckFrom: struckFrom?.toISOString(),
  struckUntil: struckUntil?.toISOString(),
});

/** Who proposes or decides, about which match. */
type VoidDecider = { operator: { id: string }; eventId: string } & OperatorDecision;

const deciderOf = (eventId: string, deciding: OperatorDecision): VoidDecider => {
  const id = operatorIdOf(deciding.by);
  if (id === undefined) throw new Error('Voids are proposed and decided by operators');
  return { ...deciding, eventId, operator: { id } };
};

/** A report of an early start that a person has decided, and whether another one waits. */
export type EarlyStartDecision = { feed: string; began: Date; isTrue: boolean; waits: boolean };

/** A match that began before its kick-off, as a feed reports it. */
export type EarlyStart = {
  feed: string;
  began: Date;
  /** The operator whose file says so, who then proposes; without one the feed does. */
  proposer?: { id: string; note: (client: pg.PoolClient, proposal: string) => Promise<void> } | undefined;
};

const refuse = (error: unknown): never => {
  throw asRefusal(error);
};

/** Opens the proposals of voids: how each is judged, applied and noted. */
const openProposals = (pool: pg.Pool, clock: Clock, rulings: Rulings) =>
  new Proposals({
    pool,
    kind: 'void',
    schema: Body,
    needsReason: true,
    now: () => clock.now(),
    enter: async (client, { eventId, seen }: VoidDecider) => {
      await enterTurn(client, eventId, seen);
      return { isAlone: false };
    },
    judge: async (client, { body }, { eventId }) => {
      const scope = scopeOf(body);
      checkScope(scope);
      const isThere = scope.market === undefined || (await queries.hasMarketAt(client, eventId, scope));
      const isToUndo = body.undoes === undefined || (await isVoid(client, eventId, body.undoes));
      if (!isThere || !isToUndo) throw new Refused('not_found');
    },
    apply: async (client, proposal, { by, eventId }) => {
      const { body, reason: why, proposed_by: proposer } = proposal;
      const second = proposer === '' ? undefined : operatorActor(proposer);
      const approval = { by, second, proposal: proposal.id, why };
      if (body.undoes === undefined) {
        return rulings.makeVoid(client, eventId, { scope: scopeOf(body), ...approval });
      }
      const version = await rulings.revokeVoid(client, eventId, { voidVersion: body.undoes, ...approval });
      return { version, closed: [] };
    },
    note: async (client, { id }, event, by, done) => {
      if (by === undefined || event === 'expired') return;
      if (done !== undefined) {
        await by.within(client, { action: 'void_applied', proposal: id, ruling: done.version });
      } else if (event !== 'applied') {
        await by.within(client, { action: `void_${event}` as const, proposal: id });
      }
    },
  });

/** Voids that one operator proposes and another applies, in the turn of the match and on the version of its record. */
export class VoidProposals {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #proposals: ReturnType<typeof openProposals>;
  readonly #onClosed: (eventId: string, closed: readonly MarketKey[]) => Promise<void>;
  readonly #onEarlyStart: (eventId: string, decision: EarlyStartDecision) => Promise<void>;

  /**
   * @param of.onClosed called with markets that a void has closed, after it is on the disk
   * @param of.onEarlyStart called once the early start of a match is decided, after it is on the disk
   */
  constructor(of: {
    pool: pg.Pool;
    clock: Clock;
    rulings: Rulings;
    onClosed: (eventId: string, closed: readonly MarketKey[]) => Promise<void>;
    onEarlyStart: (eventId: string, decision: EarlyStartDecision) => Promise<void>;
  }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#proposals = openProposals(of.pool, of.clock, of.rulings);
    this.#onClosed = of.onClosed;
    this.#onEarlyStart = of.onEarlyStart;
  }

  /**
   * Proposes a void, or revoking one.
   * @throws Refused `not_found`, `outdated`, `validation`, `reason_needed`
   */
  async propose(
    eventId: string,
    { scope, undoes, why }: { scope: VoidedBets; undoes: number | undefined; why: string },
    deciding: OperatorDecision,
  ): Promise<void> {
    const wish = { subject: { id: eventId }, body: bodyOf(scope, undoes), reason: why };
    await this.#proposals.propose(wish, deciderOf(eventId, deciding)).catch(refuse);
  }

  /**
   * Proposes to void the bets struck since a match began, after its betting was stopped. One that waits is not proposed again; that
   * of an operator, who could withdraw it, takes the place of no feed.
   */
  async proposeEarlyStart(eventId: string, { feed, began, proposer }: EarlyStart): Promise<void> {
    await transaction(this.#pool, async (client) => {
      await takeTurn(client, eventId);
      const by = proposer === undefined ? 'feed' : 'any';
      if ((await queries.selectEarlyStarts(client, [eventId], by)).has(eventId)) return;
      const now = await queries.selectClock(client);
      // The clock of the feed may be ahead of ours.
      const struckUntil = new Date(Math.max(now.getTime(), began.getTime() + 1));
      const scope = bodyOf({ struckFrom: began, struckUntil }, undefined);
      const id = await this.#insertByFeed(client, eventId, {
        body: { ...scope, feed, began: began.toISOString() },
        why: `${feed} reports that it began at ${began.toISOString()}`,
        proposer: proposer?.id,
      });
      if (id !== undefined) await proposer?.note(client, id);
    });
  }

  /** Proposes, for a feed, to void the bets struck while a goal counted that was taken back. */
  async proposeTakenBack(
    eventId: string,
    { feed, struckFrom, struckUntil }: { feed: string; struckFrom: Date; struckUntil: Date },
  ): Promise<void> {
    await transaction(this.#pool, async (client) => {
      await takeTurn(client, eventId);
      const body = { ...bodyOf({ struckFrom, struckUntil }, undefined), feed };
      await this.#insertByFeed(client, eventId, { body, why: `${feed} reports that a goal was taken back` });
    });
  }

  /** Which of these matches began before their kick-off by a report, of a feed or of anyone, that is not decided yet. */
  earlyStarts(eventIds: readonly string[], by: 'feed' | 'any'): Promise<Set<string>> {
    return queries.selectEarlyStarts(this.#pool, eventIds, by);
  }

  /**
   * Applies or rejects the proposal of another operator or a feed about a void, or withdraws the operator's own. Applied, a match
   * that began early is moved to its beginning; its stop ends with the last proposal about it.
   * @throws Refused `not_found`, `outdated`, `decided_already`, `same_operator`, `forbidden`
   */
  async decide(
    eventId: string,
    { id, decision, note }: { id: string; decision: ProposalDecision; note: string | undefined },
    deciding: OperatorDecision,
  ): Promise<void> {
    const found = await this.#proposals.find(id);
    if (found?.subject_id !== eventId) throw new Refused('not_found');
    // The version that was seen is that of the match's record, which `enter` compares.
    const given = { id, version: found.version, decision, note };
    const { isNew, done } = await this.#proposals.decide(given, deciderOf(eventId, deciding)).catch(refuse);
    if (!isNew) throw new Refused('decided_already');
    if (done !== undefined && done.closed.length > 0) await this.#onClosed(eventId, done.closed);
    const { feed, began } = found.body;
    if (feed === undefined || began === undefined) return;
    const isTrue = done !== undefined;
    const waits = (await this.earlyStarts([eventId], 'any')).has(eventId);
    if (isTrue || !waits) await this.#onEarlyStart(eventId, { feed, began: new Date(began), isTrue, waits });
  }

  /** Proposes a void by what a feed reports. @returns its id; undefined where the same waits */
  async #insertByFeed(
    client: pg.PoolClient,
    eventId: string,
    { body, why, proposer }: { body: Body & { feed: string }; why: string; proposer?: string | undefined },
  ): Promise<string | undefined> {
    if (await queries.hasSame(client, eventId, body)) return undefined;
    const added = await insertProposal(client, {
      id: newId(),
      kind: 'void',
      subject_id: eventId,
      subject_version: null,
      key: null,
      body,
      reason: why,
      proposed_by: proposer ?? null,
      proposed_at: this.#clock.now(),
      expires_at: null,
    });
    return added?.id;
  }
}
