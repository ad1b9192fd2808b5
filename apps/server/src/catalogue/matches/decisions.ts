import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import { COMMAND_LINE, isOperator } from './actor.ts';
import * as queries from './decision-queries.ts';
import { asRefusal, enterTurn, type Changed, type Deciding, type Done } from './deciding.ts';
import { selectRun } from './status-queries.ts';
import type { RecordedScore } from './domain.ts';
import { needsTwo, type OnRecord } from './judge-claim.ts';
import { selectRecord, takeTurn } from './ruling-queries.ts';
import type { createRulings } from './rulings.ts';
import { createVoidProposals } from './void-proposals.ts';

type Client = pg.PoolClient;
type Rulings = ReturnType<typeof createRulings>;

/**
 * The number of operators who still have to approve a proposed result. One that an operator entered needs
 * another one. One by a feed needs one, and two where it contradicts the record or corrects a result that was
 * in force for 72 hours. One of the command line needs two: who typed it may be one of them.
 */
export const stillNeeded = (one: OnRecord, record: readonly OnRecord[]): number => {
  if (one.state !== 'proposed') return 0;
  const isGrave = one.source === COMMAND_LINE || one.flag !== undefined || needsTwo(one.claim, record);
  const said = isOperator(one.source) || one.approvedBy !== undefined;
  return isGrave && !said ? 2 : 1;
};

/**
 * Operators' decisions about results and voids. Each names the version of the record it was made on and takes
 * the match's turn: of two at once the second finds another version, and is refused as `outdated`.
 */
export const createDecisions = ({
  pool,
  clock,
  within,
  onRuling,
  onClosed,
  onBegun,
}: {
  pool: pg.Pool;
  clock: Clock;
  within: Rulings['within'];
  onRuling: (client: Client, eventId: string, version: number) => Promise<void>;
  onClosed: (eventId: string, closed: Changed) => Promise<void>;
  /** Called once the early start of a match is decided, after it is on the disk. */
  onBegun: Parameters<typeof createVoidProposals>[0]['onBegun'];
}) => {
  const inTurn = <T>(eventId: string, seen: string, work: (client: Client) => Promise<T>): Promise<T> =>
    withRetry(() =>
      transaction(pool, async (client) => {
        await enterTurn(client, eventId, seen);
        return work(client);
      }),
    ).catch((error: unknown) => {
      throw asRefusal(error);
    });

  const confirm = async (client: Client, eventId: string, one: OnRecord, by: string): Promise<Done> => {
    const { version } = one;
    const record = await selectRecord(client, eventId);
    const proposer = isOperator(one.source) ? one.source : undefined;
    if (proposer === by || one.approvedBy === by) throw new Refused('same_operator');
    if (stillNeeded(one, record) === 2) {
      if (!(await queries.approveResult(client, { eventId, version, by }))) throw new Refused('outdated');
      return { action: 'result_approved', version };
    }
    await within.confirm(client, eventId, one, { by, second: proposer ?? one.approvedBy });
    const after = (await selectRecord(client, eventId)).find((each) => each.version === version);
    // The table finally decides who may.
    if (after?.state !== 'confirmed') throw new Refused('same_operator');
    return { action: 'result_confirmed', version };
  };

  const close = async (
    client: Client,
    eventId: string,
    one: OnRecord,
    { as, by, why }: { as: 'refuse' | 'withdraw'; by: string; why: string },
  ): Promise<Done> => {
    const isMine = one.source === by;
    if (as === 'refuse' && isMine) throw new Refused('same_operator');
    if (as === 'withdraw' && !isMine) throw new Refused('forbidden');
    await within.close(client, eventId, one.version, {
      state: as === 'refuse' ? 'rejected' : 'superseded',
      by,
      why,
    });
    return { action: as === 'refuse' ? 'result_refused' : 'result_withdrawn', version: one.version };
  };

  return {
    /**
     * Proposes a result. It is confirmed at once where a feed, or another operator, has proposed the same.
     * @throws Refused `not_found`, `outdated`, `validation`, `decided_already` when it is on record already
     */
    proposeResult: (
      eventId: string,
      told: Pick<RecordedScore, 'kind' | 'ht' | 'ft' | 'evidence'>,
      { by, seen, within: note }: Deciding,
    ): Promise<void> =>
      inTurn(eventId, seen, async (client) => {
        const before = await selectRecord(client, eventId);
        await within.record(client, eventId, { ...told, source: by });
        const after = await selectRecord(client, eventId);
        const added = after.find(({ version }) => version > before.length);
        const confirmed = after.find(
          ({ version, state }) =>
            state === 'confirmed' && before.find((one) => one.version === version)?.state !== 'confirmed',
        );
        if (!added && !confirmed) throw new Refused('decided_already');
        if (added) await note(client, { action: 'result_proposed', version: added.version });
        if (confirmed) await note(client, { action: 'result_confirmed', version: confirmed.version });
      }),

    /**
     * Confirms or rejects a proposed result, or withdraws the operator's own.
     * @throws Refused `not_found`, `outdated`, `decided_already`, `same_operator`, `forbidden`
     */
    decideResult: (
      eventId: string,
      {
        version,
        decision,
        why,
      }: { version: number; decision: 'confirm' | 'refuse' | 'withdraw'; why: string },
      { by, seen, within: note }: Deciding,
    ): Promise<void> =>
      inTurn(eventId, seen, async (client) => {
        const one = (await selectRecord(client, eventId)).find((each) => each.version === version);
        if (!one) throw new Refused('not_found');
        if (one.state !== 'proposed') throw new Refused('decided_already');
        const done =
          decision === 'confirm'
            ? await confirm(client, eventId, one, by)
            : await close(client, eventId, one, { as: decision, by, why });
        await note(client, done);
      }),

    ...createVoidProposals({ pool, clock, within, onClosed, onBegun }),

    /**
     * Queues the settlement of the last ruling again, where it has not ended.
     * @throws Refused `not_found`, `outdated` when another ruling is in force, `decided_already` when it has
     *   ended
     */
    resume: (eventId: string, ruling: number, note: (client: Client) => Promise<void>): Promise<void> =>
      transaction(pool, async (client) => {
        if (!isId(eventId) || !(await queries.hasEvent(client, eventId))) throw new Refused('not_found');
        await takeTurn(client, eventId);
        const run = await selectRun(client, eventId);
        if (run.ruling === 0) throw new Refused('not_found');
        if (run.ruling !== ruling) throw new Refused('outdated');
        if (run.finished_at !== null) throw new Refused('decided_already');
        await onRuling(client, eventId, ruling);
        await note(client);
      }),
  };
};
