import type pg from 'pg';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import { COMMAND_LINE, isOperator } from './actor.ts';
import * as queries from './decision-queries.ts';
import { asRefusal, enterTurn, type OperatorDecision, type DecisionLine } from './deciding.ts';
import { selectRun } from './status-queries.ts';
import type { RecordedScore } from './domain.ts';
import { needsTwo, type RecordedClaim } from './judge-claim.ts';
import { selectRecord, takeTurn } from './ruling-queries.ts';
import type { RulingEffects, Rulings } from './rulings.ts';

type Client = pg.PoolClient;

/**
 * The number of operators who still have to approve a proposed result. One that an operator entered needs
 * another one. One by a feed needs one, and two where it contradicts the record or corrects a result that was
 * in force for 72 hours. One of the command line needs two: who typed it may be one of them.
 */
export const stillNeeded = (one: RecordedClaim, record: readonly RecordedClaim[]): number => {
  if (one.state !== 'proposed') return 0;
  const isGrave = one.source === COMMAND_LINE || one.flag !== undefined || needsTwo(one.claim, record);
  const said = isOperator(one.source) || one.approvedBy !== undefined;
  return isGrave && !said ? 2 : 1;
};

/**
 * Operators' decisions about results. Each names the version of the record it was made on and takes the match's turn: of two at
 * once the second finds another version, and is refused as `outdated`.
 */
export class Decisions {
  readonly #pool: pg.Pool;
  readonly #rulings: Rulings;
  readonly #onRuling: RulingEffects['onRuling'];

  /** @param onRuling called inside the transaction that queues a settlement again */
  constructor(pool: pg.Pool, rulings: Rulings, onRuling: RulingEffects['onRuling']) {
    this.#pool = pool;
    this.#rulings = rulings;
    this.#onRuling = onRuling;
  }

  /**
   * Proposes a result. It is confirmed at once where a feed, or another operator, has proposed the same.
   * @throws Refused `not_found`, `outdated`, `validation`, `decided_already` when it is recorded already
   */
  async proposeResult(
    eventId: string,
    told: Pick<RecordedScore, 'kind' | 'ht' | 'ft' | 'evidence'>,
    { by, seen, within: note }: OperatorDecision,
  ): Promise<void> {
    await this.#inTurn(eventId, seen, async (client) => {
      const before = await selectRecord(client, eventId);
      await this.#rulings.record(client, eventId, { ...told, source: by });
      const after = await selectRecord(client, eventId);
      const added = after.find(({ version }) => version > before.length);
      const confirmed = after.find(
        ({ version, state }) =>
          state === 'confirmed' && before.find((one) => one.version === version)?.state !== 'confirmed',
      );
      if (!added && !confirmed) throw new Refused('decided_already');
      if (added) await note(client, { action: 'result_proposed', version: added.version });
      if (confirmed) await note(client, { action: 'result_confirmed', version: confirmed.version });
    });
  }

  /**
   * Confirms or rejects a proposed result, or withdraws the operator's own.
   * @throws Refused `not_found`, `outdated`, `decided_already`, `same_operator`, `forbidden`
   */
  async decideResult(
    eventId: string,
    { version, decision, why }: { version: number; decision: 'confirm' | 'refuse' | 'withdraw'; why: string },
    { by, seen, within: note }: OperatorDecision,
  ): Promise<void> {
    await this.#inTurn(eventId, seen, async (client) => {
      const one = (await selectRecord(client, eventId)).find((each) => each.version === version);
      if (!one) throw new Refused('not_found');
      if (one.state !== 'proposed') throw new Refused('decided_already');
      const line =
        decision === 'confirm'
          ? await this.#confirm(client, eventId, one, by)
          : await this.#close(client, eventId, one, { as: decision, by, why });
      await note(client, line);
    });
  }

  /**
   * Queues the settlement of the last ruling again, where it has not ended.
   * @throws Refused `not_found`, `outdated` when another ruling is in force, `decided_already` when it has
   *   ended
   */
  async resume(eventId: string, ruling: number, note: (client: Client) => Promise<void>): Promise<void> {
    await transaction(this.#pool, async (client) => {
      if (!isId(eventId) || !(await queries.hasEvent(client, eventId))) throw new Refused('not_found');
      await takeTurn(client, eventId);
      const run = await selectRun(client, eventId);
      if (run.ruling === 0) throw new Refused('not_found');
      if (run.ruling !== ruling) throw new Refused('outdated');
      if (run.finished_at !== null) throw new Refused('decided_already');
      await this.#onRuling(client, eventId, ruling);
      await note(client);
    });
  }

  async #inTurn<T>(eventId: string, seen: string, work: (client: Client) => Promise<T>): Promise<T> {
    return withRetry(() =>
      transaction(this.#pool, async (client) => {
        await enterTurn(client, eventId, seen);
        return work(client);
      }),
    ).catch((error: unknown) => {
      throw asRefusal(error);
    });
  }

  async #confirm(client: Client, eventId: string, one: RecordedClaim, by: string): Promise<DecisionLine> {
    const { version } = one;
    const record = await selectRecord(client, eventId);
    const proposer = isOperator(one.source) ? one.source : undefined;
    if (proposer === by || one.approvedBy === by) throw new Refused('same_operator');
    if (stillNeeded(one, record) === 2) {
      if (!(await queries.approveResult(client, { eventId, version, by }))) throw new Refused('outdated');
      return { action: 'result_approved', version };
    }
    await this.#rulings.confirm(client, eventId, one, { by, second: proposer ?? one.approvedBy });
    const after = (await selectRecord(client, eventId)).find((each) => each.version === version);
    // The table finally decides who may.
    if (after?.state !== 'confirmed') throw new Refused('same_operator');
    return { action: 'result_confirmed', version };
  }

  async #close(
    client: Client,
    eventId: string,
    one: RecordedClaim,
    { as, by, why }: { as: 'refuse' | 'withdraw'; by: string; why: string },
  ): Promise<DecisionLine> {
    const isMine = one.source === by;
    if (as === 'refuse' && isMine) throw new Refused('same_operator');
    if (as === 'withdraw' && !isMine) throw new Refused('forbidden');
    await this.#rulings.close(client, eventId, one.version, {
      state: as === 'refuse' ? 'rejected' : 'superseded',
      by,
      why,
    });
    return { action: as === 'refuse' ? 'result_refused' : 'result_withdrawn', version: one.version };
  }
}
