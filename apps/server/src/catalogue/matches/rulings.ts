import type pg from 'pg';
import { transaction } from '../../core/database/transaction.ts';
import { checkClaim, completed, type ResultClaim } from './claim.ts';
import type { RecordedScore } from './domain.ts';
import {
  CORRECTION_MS,
  countingFor,
  judgeClaim,
  needsTwo,
  playedProposal,
  endedBy,
  type ClaimVerdict,
  type RecordedClaim,
} from './judge-claim.ts';
import * as queries from './ruling-queries.ts';

/** A called-off match that is not resumed within these hours of its scheduled kick-off is void. */
const RESUMED_WITHIN_HOURS = 48;

/** Who decides, and the second operator where two are needed. */
export type Approvers = { by: string; second?: string | undefined };

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

type Client = pg.PoolClient;

/** A decision about a void, its reason, and the proposal it comes from. */
type VoidDecision = Approvers & { why: string; proposal?: string };

/** What follows from rulings. */
export type RulingEffects = {
  /** Called inside the transaction that makes a ruling, so that its jobs commit with it. */
  onRuling: (client: Client, eventId: string, version: number) => Promise<void>;
  /** Called with markets that a void has closed, after it is on the disk. */
  onClosed: (
    eventId: string,
    closed: readonly { eventId: string; market: string; line: string }[],
  ) => Promise<void>;
};

/**
 * Results in versions, voids, and the rulings that follow from them. Methods that take a client are steps of the caller's
 * transaction.
 */
export class Rulings {
  readonly #pool: pg.Pool;
  readonly #effects: RulingEffects;

  constructor(pool: pg.Pool, effects: RulingEffects) {
    this.#pool = pool;
    this.#effects = effects;
  }

  /** Records a result from a source, with `note`. A known result is not recorded again. */
  async recordResult(
    eventId: string,
    told: RecordedScore,
    note: (client: Client) => Promise<void> | undefined = () => undefined,
  ): Promise<void> {
    await transaction(this.#pool, async (client) => {
      await this.record(client, eventId, told);
      await note(client);
    });
  }

  /**
   * Confirms a proposed result.
   * @param second another operator: needed once the corrected result was in force for 72 hours
   * @returns false when it was decided before
   * @throws RulingRefused
   */
  async confirmResult(eventId: string, version: number, by: string, second?: string): Promise<boolean> {
    return transaction(this.#pool, async (client) => {
      await queries.takeTurn(client, eventId);
      const known = (await queries.selectRecord(client, eventId)).find((one) => one.version === version);
      if (!known) throw new RulingRefused('not_proposed');
      if (known.state !== 'proposed') return false;
      await this.confirm(client, eventId, known, { by, second });
      return true;
    });
  }

  /**
   * Rejects a proposed result: it stays recorded, and repetitions of its source are ignored. @returns
   * whether it was proposed
   */
  async rejectResult(eventId: string, version: number, by: string, why: string): Promise<boolean> {
    return transaction(
      this.#pool,
      async (client) =>
        (await queries.closeProposals(client, {
          eventId,
          versions: [version],
          state: 'rejected',
          by,
          why,
        })) === 1,
    );
  }

  /** Results that wait for a second source or a person, the oldest first. */
  waitingResults(): Promise<{ eventId: string; version: number }[]> {
    return queries.selectWaiting(this.#pool);
  }

  /**
   * Makes bets void: all of the event, of a market, of one of its lines, or struck within a time. Unless
   * that time has an end, the covered markets are closed at once.
   * @returns the ruling, by which the void can be revoked
   * @throws RulingRefused
   */
  async voidBets(eventId: string, scope: queries.VoidedBets, decision: VoidDecision): Promise<number> {
    const { version, closed } = await transaction(this.#pool, (client) =>
      this.makeVoid(client, eventId, { scope, ...decision }),
    );
    if (closed.length > 0) await this.#effects.onClosed(eventId, closed);
    return version;
  }

  /**
   * Revokes a void. @returns the ruling @throws RulingRefused when there is none of that version in force
   */
  async undoVoid(eventId: string, voidVersion: number, decision: VoidDecision): Promise<number> {
    return transaction(this.#pool, (client) =>
      this.revokeVoid(client, eventId, { voidVersion, ...decision }),
    );
  }

  /**
   * Rules on matches that were called off and not resumed within 48 hours of their scheduled kick-off, by
   * the database's clock. A match that a source reports as played to its end is left to a person.
   * @returns the events ruled on now
   */
  async voidCalledOff(): Promise<string[]> {
    const ruled: string[] = [];
    for (const match of await queries.selectCalledOff(this.#pool, RESUMED_WITHIN_HOURS)) {
      if (await transaction(this.#pool, (client) => this.#callOff(client, match))) ruled.push(match.eventId);
    }
    return ruled;
  }

  /** Records a source's claim, judged against the record. @throws ImpossibleResult, RulingRefused */
  async record(client: Client, eventId: string, told: RecordedScore): Promise<void> {
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
    await this.#carryOut(client, eventId, { ...told, claim }, judged);
  }

  /** Confirms a recorded result, unless it is decided already, and ends the proposals that it answers. @throws RulingRefused */
  async confirm(
    client: Client,
    eventId: string,
    { version, claim }: Pick<RecordedClaim, 'version' | 'claim'>,
    approvers: Approvers,
  ): Promise<void> {
    const record = await queries.selectRecord(client, eventId);
    checkApprovers(approvers, needsTwo(claim, record));
    const { by, second } = approvers;
    if (!(await queries.confirmProposal(client, { eventId, version, by, second }))) return;
    const why = `version ${version} is confirmed`;
    const { rejected, superseded } = endedBy(claim, version, record);
    await queries.closeProposals(client, { eventId, versions: rejected, state: 'rejected', by, why });
    await queries.closeProposals(client, { eventId, versions: superseded, state: 'superseded', by, why });
    // An award after the final whistle is recorded; it decides no bet.
    if (claim.kind === 'awarded') return;
    const ruling = await queries.insertRuling(client, {
      eventId,
      resultVersion: version,
      who: by,
      second,
      why: `result ${version}`,
    });
    await this.#effects.onRuling(client, eventId, ruling);
  }

  /** Ends a proposed result without confirming it. */
  async close(
    client: Client,
    eventId: string,
    version: number,
    as: { state: 'rejected' | 'superseded'; by: string; why: string },
  ): Promise<void> {
    await queries.closeProposals(client, { eventId, versions: [version], ...as });
  }

  /** Makes bets void. @returns the ruling, and the markets it has closed @throws RulingRefused */
  async makeVoid(
    client: Client,
    eventId: string,
    { scope, why, proposal, ...approvers }: VoidDecision & { scope: queries.VoidedBets },
  ) {
    checkScope(scope);
    await checkVoid(client, eventId, approvers);
    const { by: who, second } = approvers;
    const version = await queries.insertRuling(client, { eventId, who, second, why, proposal });
    await queries.insertVoid(client, { eventId, version, scope });
    const goesOn = scope.struckUntil === undefined;
    const { market, line } = scope;
    const closed = goesOn ? await queries.closeMarkets(client, { eventId, market, line, who }) : [];
    await this.#effects.onRuling(client, eventId, version);
    return { version, closed };
  }

  /** Revokes a void. @returns the ruling @throws RulingRefused when there is none of that version in force */
  async revokeVoid(
    client: Client,
    eventId: string,
    { voidVersion, why, proposal, ...approvers }: VoidDecision & { voidVersion: number },
  ): Promise<number> {
    await checkVoid(client, eventId, approvers);
    const { by: who, second } = approvers;
    const made = await queries.insertRuling(client, { eventId, who, second, why, proposal });
    const undone = await queries.undoVoid(client, { eventId, version: voidVersion, undoneVersion: made });
    if (!undone) throw new RulingRefused('no_such_void');
    await this.#effects.onRuling(client, eventId, made);
    return made;
  }

  async #carryOut(
    client: Client,
    eventId: string,
    told: Omit<RecordedScore, 'kind' | 'ht' | 'ft'> & { claim: ResultClaim },
    judged: ClaimVerdict,
  ): Promise<void> {
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
      if (known) await this.confirm(client, eventId, known, { by: person ?? source, second });
    }
    if (judged.propose === undefined) return;
    const { flag, confirmedBy } = judged.propose;
    const { evidence } = told;
    const version = await queries.insertProposal(client, eventId, { claim, source, flag, evidence });
    if (confirmedBy === undefined) return;
    await this.confirm(client, eventId, { version, claim }, { by: confirmedBy, second });
  }

  /** @returns whether the house has ruled; it flags the result instead where a source has one */
  async #callOff(client: Client, { eventId, kind, ht, score }: queries.CalledOffMatch): Promise<boolean> {
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
    await this.record(client, eventId, { ...claim, source: 'rules', confirmedBy: 'house' });
    return true;
  }
}

const isNothing = ({ confirm, flag, withdraw, propose }: ClaimVerdict): boolean =>
  confirm.length + flag.length + withdraw.length === 0 && propose === undefined;

const checkApprovers = ({ by, second }: Approvers, isLate: boolean): void => {
  if (second === by) throw new RulingRefused('same_operator');
  if (isLate && second === undefined) throw new RulingRefused('two_operators');
};

export const checkScope = ({ market, line, struckFrom, struckUntil }: queries.VoidedBets): void => {
  const isBackwards = struckFrom !== undefined && struckUntil !== undefined && struckFrom >= struckUntil;
  if (isBackwards || (line !== undefined && market === undefined)) throw new RulingRefused('scope');
};

/**
 * A void, or revoking one, is a correction too once the result has been in force for longer than one may
 * change it.
 */
const checkVoid = async (client: Client, eventId: string, approvers: Approvers): Promise<void> => {
  await queries.takeTurn(client, eventId);
  const onRecord = await queries.selectRecord(client, eventId);
  checkApprovers(
    approvers,
    onRecord.some(
      ({ state, claim, ageMs }) => state === 'confirmed' && claim.kind !== 'awarded' && ageMs > CORRECTION_MS,
    ),
  );
};
