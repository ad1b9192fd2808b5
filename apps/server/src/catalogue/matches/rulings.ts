import type pg from 'pg';
import { transaction } from '../../core/database/transaction.ts';
import { checkClaim, completed, type Claim } from './claim.ts';
import type { RecordedScore } from './domain.ts';
import {
  CORRECTION_MS,
  countingFor,
  judgeClaim,
  needsTwo,
  playedProposal,
  endedBy,
  type ClaimVerdict,
  type OnRecord,
} from './judge-claim.ts';
import * as queries from './ruling-queries.ts';

/** A called-off match that is not resumed within these hours of its scheduled kick-off is void. */
const RESUMED_WITHIN_HOURS = 48;

/** Who decides, and the second operator where two are needed. */
export type Approval = { by: string; second?: string | undefined };

/**
 * Why a ruling is refused: it corrects a result that was in force for more than 72 hours and needs a second
 * operator; both operators are one; there is no such proposal, or no such void in force; the void's times or
 * line make no sense.
 */
export type RulingProblem = 'two_operators' | 'same_operator' | 'not_proposed' | 'no_such_void' | 'scope';

export class RulingRefused extends Error {
  readonly problem: RulingProblem;
  constructor(problem: RulingProblem) {
    super(problem);
    this.name = 'RulingRefused';
    this.problem = problem;
  }
}

export type RulingsOptions = {
  pool: pg.Pool;
  /** Called inside the transaction that makes a ruling, so that its jobs commit with it. */
  onRuling: (client: pg.PoolClient, eventId: string, version: number) => Promise<void>;
  /** Called with markets that a void has closed, after it is on the disk. */
  onClosed: (
    eventId: string,
    closed: readonly { eventId: string; market: string; line: string }[],
  ) => Promise<void>;
};

/** Results in versions, voids, and the rulings that follow from them. */
export const createRulings = ({ pool, onRuling, onClosed }: RulingsOptions) => {
  type Client = pg.PoolClient;

  const rule = async (client: Client, of: Parameters<typeof queries.insertRuling>[1]): Promise<number> => {
    const version = await queries.insertRuling(client, of);
    await onRuling(client, of.eventId, version);
    return version;
  };

  const confirm = async (
    client: Client,
    eventId: string,
    { version, claim }: Pick<OnRecord, 'version' | 'claim'>,
    approval: Approval,
  ): Promise<void> => {
    const record = await queries.selectRecord(client, eventId);
    checkApproval(approval, needsTwo(claim, record));
    const { by, second } = approval;
    if (!(await queries.confirmProposal(client, { eventId, version, by, second }))) return;
    const why = `version ${version} is confirmed`;
    const { rejected, superseded } = endedBy(claim, version, record);
    await queries.closeProposals(client, { eventId, versions: rejected, state: 'rejected', by, why });
    await queries.closeProposals(client, { eventId, versions: superseded, state: 'superseded', by, why });
    // An award after the final whistle is on record; it decides no bet.
    if (claim.kind === 'awarded') return;
    await rule(client, { eventId, resultVersion: version, who: by, second, why: `result ${version}` });
  };

  const carryOut = async (
    client: Client,
    eventId: string,
    told: Omit<RecordedScore, 'kind' | 'ht' | 'ft'> & { claim: Claim },
    judged: ClaimVerdict,
  ) => {
    const { source, claim, confirmedBy: person, confirmedWith: second } = told;
    await queries.flagProposals(client, { eventId, versions: judged.flag, flag: 'contradicts_proposed' });
    const why = 'the source says something else';
    await queries.closeProposals(client, {
      eventId,
      versions: judged.withdraw,
      state: 'superseded',
      by: source,
      why,
    });
    for (const version of judged.confirm) {
      const record = await queries.selectRecord(client, eventId);
      const known = record.find((one) => one.version === version);
      if (known) await confirm(client, eventId, known, { by: person ?? source, second });
    }
    if (judged.propose === undefined) return;
    const { flag, confirmedBy } = judged.propose;
    const { evidence } = told;
    const version = await queries.insertProposal(client, eventId, { claim, source, flag, evidence });
    if (confirmedBy === undefined) return;
    await confirm(client, eventId, { version, claim }, { by: confirmedBy, second });
  };

  /** Records a source's claim, judged against the record. @throws ImpossibleResult, RulingRefused */
  const record = async (client: Client, eventId: string, told: RecordedScore): Promise<void> => {
    const { kind = 'played', ht, ft, source, confirmedBy } = told;
    checkClaim({ kind, ht, ft });
    const judge = async () => {
      const onRecord = await queries.selectRecord(client, eventId);
      const counts = countingFor({ kind, ht, ft }, onRecord);
      const claim = completed({ kind, ht, ft }, counts?.claim);
      return { claim, judged: judgeClaim(claim, { source, by: confirmedBy }, onRecord) };
    };
    // A feed repeats itself with every move: only news waits for the event's turn.
    if (isNothing((await judge()).judged)) return;
    await queries.takeTurn(client, eventId);
    const { claim, judged } = await judge();
    await carryOut(client, eventId, { ...told, claim }, judged);
  };

  const decide = async (
    client: Client,
    eventId: string,
    version: number,
    approval: Approval,
  ): Promise<boolean> => {
    await queries.takeTurn(client, eventId);
    const known = (await queries.selectRecord(client, eventId)).find((one) => one.version === version);
    if (!known) throw new RulingRefused('not_proposed');
    if (known.state !== 'proposed') return false;
    await confirm(client, eventId, known, approval);
    return true;
  };

  /**
   * A void, or revoking one, is a correction too once the result has been in force for longer than one may
   * change it.
   */
  const checkVoid = async (client: Client, eventId: string, approval: Approval): Promise<void> => {
    await queries.takeTurn(client, eventId);
    const onRecord = await queries.selectRecord(client, eventId);
    checkApproval(
      approval,
      onRecord.some(
        ({ state, claim, ageMs }) =>
          state === 'confirmed' && claim.kind !== 'awarded' && ageMs > CORRECTION_MS,
      ),
    );
  };

  type Reasoned = Approval & { why: string; proposal?: string };
  const voidIn = async (
    client: Client,
    eventId: string,
    { scope, why, proposal, ...approval }: Reasoned & { scope: queries.VoidScope },
  ) => {
    checkScope(scope);
    await checkVoid(client, eventId, approval);
    const { by: who, second } = approval;
    const version = await queries.insertRuling(client, { eventId, who, second, why, proposal });
    await queries.insertVoid(client, { eventId, version, scope });
    const goesOn = scope.struckUntil === undefined;
    const { market, line } = scope;
    const closed = goesOn ? await queries.closeMarkets(client, { eventId, market, line, who }) : [];
    await onRuling(client, eventId, version);
    return { version, closed };
  };

  const undoIn = async (
    client: Client,
    eventId: string,
    { voidVersion, why, proposal, ...approval }: Reasoned & { voidVersion: number },
  ): Promise<number> => {
    await checkVoid(client, eventId, approval);
    const { by: who, second } = approval;
    const made = await queries.insertRuling(client, { eventId, who, second, why, proposal });
    const undone = await queries.undoVoid(client, { eventId, version: voidVersion, undoneVersion: made });
    if (!undone) throw new RulingRefused('no_such_void');
    await onRuling(client, eventId, made);
    return made;
  };

  return {
    /** Functions for the transaction of a caller. */
    within: {
      record,
      confirm,
      voidIn,
      undoIn,
      /** Whether a void of that ruling is in force. */
      isVoid: queries.isVoid,
      /** Ends a proposal. */
      close: (
        client: Client,
        eventId: string,
        version: number,
        as: { state: 'rejected' | 'superseded'; by: string; why: string },
      ) => queries.closeProposals(client, { eventId, versions: [version], ...as }),
    },

    /** Records a result from a source, with `note`. A known result is not recorded again. */
    recordResult: (
      eventId: string,
      told: RecordedScore,
      note: (client: Client) => Promise<void> | undefined = () => undefined,
    ): Promise<void> =>
      transaction(pool, async (client) => {
        await record(client, eventId, told);
        await note(client);
      }),

    /**
     * Confirms a proposed result.
     * @param second another operator: needed once the corrected result was in force for 72 hours
     * @returns false when it was decided before
     * @throws RulingRefused
     */
    confirmResult: (eventId: string, version: number, by: string, second?: string): Promise<boolean> =>
      transaction(pool, (client) => decide(client, eventId, version, { by, second })),

    /**
     * Rejects a proposed result: it stays on record, and repetitions of its source are ignored. @returns
     * whether it was proposed
     */
    rejectResult: (eventId: string, version: number, by: string, why: string): Promise<boolean> =>
      transaction(
        pool,
        async (client) =>
          (await queries.closeProposals(client, {
            eventId,
            versions: [version],
            state: 'rejected',
            by,
            why,
          })) === 1,
      ),

    /** Results that wait for a second source or a person, the oldest first. */
    waitingResults: (): Promise<{ eventId: string; version: number }[]> => queries.selectWaiting(pool),

    /**
     * Makes bets void: all of the event, of a market, of one of its lines, or struck within a time. Unless
     * that time has an end, the covered markets are closed at once.
     * @returns the ruling, by which the void can be revoked
     * @throws RulingRefused
     */
    voidBets: async (eventId: string, scope: queries.VoidScope, decision: Reasoned): Promise<number> => {
      const { version, closed } = await transaction(pool, (client) =>
        voidIn(client, eventId, { scope, ...decision }),
      );
      if (closed.length > 0) await onClosed(eventId, closed);
      return version;
    },

    /**
     * Revokes a void. @returns the ruling @throws RulingRefused when there is none of that version in force
     */
    undoVoid: (eventId: string, voidVersion: number, decision: Reasoned): Promise<number> =>
      transaction(pool, (client) => undoIn(client, eventId, { voidVersion, ...decision })),

    /**
     * Rules on matches that were called off and not resumed within 48 hours of their scheduled kick-off, by
     * the database's clock. A match that a source reports as played to its end is left to a person.
     * @returns the events ruled on now
     */
    voidCalledOff: async (): Promise<string[]> => {
      const ruled: string[] = [];
      for (const { eventId, kind, ht, score } of await queries.selectCalledOff(pool, RESUMED_WITHIN_HOURS)) {
        const done = await transaction(pool, async (client) => {
          await queries.takeTurn(client, eventId);
          const onRecord = await queries.selectRecord(client, eventId);
          const played = playedProposal(onRecord);
          if (played) {
            await queries.flagProposals(client, { eventId, versions: [played.version], flag: 'called_off' });
            return false;
          }
          // A match with a score has begun, even if the feed has another state.
          const hasBegun = score ?? ht ?? countingFor({ kind }, onRecord)?.claim.ht;
          const claim = hasBegun ? { kind: 'abandoned' as const, ht, ft: score } : { kind };
          await record(client, eventId, { ...claim, source: 'rules', confirmedBy: 'house' });
          return true;
        });
        if (done) ruled.push(eventId);
      }
      return ruled;
    },
  };
};

const isNothing = ({ confirm, flag, withdraw, propose }: ClaimVerdict): boolean =>
  confirm.length + flag.length + withdraw.length === 0 && propose === undefined;

const checkApproval = ({ by, second }: Approval, isLate: boolean): void => {
  if (second === by) throw new RulingRefused('same_operator');
  if (isLate && second === undefined) throw new RulingRefused('two_operators');
};

export const checkScope = ({ market, line, struckFrom, struckUntil }: queries.VoidScope): void => {
  const isBackwards = struckFrom !== undefined && struckUntil !== undefined && struckFrom >= struckUntil;
  if (isBackwards || (line !== undefined && market === undefined)) throw new RulingRefused('scope');
};
