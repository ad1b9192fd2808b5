import type { RefusalReason } from '@touchline/contract/refusal-reasons';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { Transient, transaction, withRetry } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import { usdtPaid } from '../amounts.ts';
import { approvalsNeeded } from './approvals.ts';
import { bookReturn, postHolds, releaseHolds } from './ends.ts';
import { commitStep, rateFields, type WithdrawalStep } from './facts.ts';
import type { PayoutHolds } from '../payout-hold/service.ts';
import type { CashierSettings } from '../settings.ts';
import type { Payer } from './payer.ts';
import * as queries from './queries.ts';
import type { SeenVersion, WithdrawalRow } from './queries.ts';
import type { Owner } from '../../core/owner.ts';

/** Runs inside the transaction of a decision, to write its line of the audit. */
type Noted = (client: pg.PoolClient, row: WithdrawalRow) => Promise<void>;

/** What the member reads when it is not paid. */
type Why = { reason: RefusalReason; note?: string | undefined };

/** What a step makes of the row, and what the public log has of it. */
type Move = { change: Partial<WithdrawalRow>; committed: WithdrawalStep };

const unnoted: Noted = () => Promise.resolve();
const batch = 200;

/**
 * What operators and payers do with withdrawals. Each step moves row and money in one transaction, once, and names the version it
 * was decided on. @throws Refused `outdated` when the withdrawal has another one
 */
export class WithdrawalReview {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #bus: Bus;
  readonly #wallet: Wallet;
  readonly #holds: PayoutHolds;
  readonly #settings: CashierSettings;
  readonly #payer: Payer;

  constructor(of: {
    pool: pg.Pool;
    clock: Clock;
    log: Log;
    bus: Bus;
    wallet: Wallet;
    holds: PayoutHolds;
    settings: CashierSettings;
    payer: Payer;
  }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#log = of.log;
    this.#bus = of.bus;
    this.#wallet = of.wallet;
    this.#holds = of.holds;
    this.#settings = of.settings;
    this.#payer = of.payer;
  }

  /**
   * Approves; the withdrawal is paid once as many different operators did as it needs. It needs two where it brings what
   * leaves for the member within a day above the limit, also when it was requested with room to spare.
   */
  approve(owner: Owner, seen: SeenVersion, operatorId: string, noted: Noted): Promise<WithdrawalRow> {
    const step = async (client: pg.PoolClient, row: WithdrawalRow, at: Date): Promise<Move> => {
      mustBe(row, 'in_progress', 'in_review');
      if (await this.#wallet.isStopped(owner.shard, client)) throw new Refused('withdraw_stopped');
      const fresh = await queries.insertApproval(client, owner, { id: row.id, operatorId, at });
      if (!fresh) throw new Refused('same_operator');
      const given = (await queries.selectApprovals(client, owner, [row.id])).length;
      const { twoAboveMinor } = this.#settings.rules();
      const needed = await approvalsNeeded(client, row, { at, twoAboveMinor });
      const isEnough = given >= needed;
      const terms = isEnough ? this.#worseTerms(row) : undefined;
      return {
        change: {
          approvals_needed: needed,
          ...(isEnough ? { stage: 'paying', paying_at: at } : {}),
          ...terms,
        },
        committed: { step: 'approved', by: operatorId, given, needed, ...(terms && rateFields(terms)) },
      };
    };
    return this.#move(owner, seen, noted, step, queries.lockUnsent);
  }

  /** Rejects it, in review or before it is paid: the money goes back and the member reads why. */
  refuse(owner: Owner, seen: SeenVersion, { reason, note }: Why, noted: Noted): Promise<WithdrawalRow> {
    return this.#move(owner, seen, noted, async (client, row, at) => {
      mustBe(row, 'in_progress');
      await releaseHolds(this.#wallet, client, row);
      return {
        change: { state: 'refused', reason, note: note ?? null, ended_at: at },
        committed: { step: 'refused', reason, note: note ?? null },
      };
    });
  }

  /** An operator has paid it: the bank's reference or the hash of the transfer. */
  paid(owner: Owner, seen: SeenVersion, reference: string, noted: Noted): Promise<WithdrawalRow> {
    return this.#move(owner, seen, noted, async (client, row, at) => {
      mustBe(row, 'in_progress', 'paying');
      if (await this.#wallet.isStopped(owner.shard, client)) throw new Refused('withdraw_stopped');
      await postHolds(this.#wallet, client, row);
      if (!(await queries.claimReference(client, row, reference))) throw new Refused('reference_used');
      return {
        change: { state: 'success', reference, paid_at: at },
        committed: { step: 'paid', reference },
      };
    });
  }

  /** It has arrived. */
  finish(owner: Owner, seen: SeenVersion, noted: Noted): Promise<WithdrawalRow> {
    return this.#move(owner, seen, noted, (_client, row, at) => {
      mustBe(row, 'success');
      return Promise.resolve({
        change: { state: 'finished', ended_at: at },
        committed: { step: 'arrived' },
      });
    });
  }

  /** It was paid and came back: amount and fee are the member's again. */
  returned(owner: Owner, seen: SeenVersion, { reason, note }: Why, noted: Noted): Promise<WithdrawalRow> {
    return this.#move(owner, seen, noted, async (client, row, at) => {
      mustBe(row, 'success');
      await bookReturn(this.#wallet, client, row);
      return {
        change: { state: 'refused', reason, note: note ?? null, ended_at: at },
        committed: { step: 'returned', reason, note: note ?? null },
      };
    });
  }

  /** Asks the payer about everything under way; while payouts are held, only about what is sent already. */
  async advance(): Promise<void> {
    const isHeld = (await this.#holds.current()) !== undefined;
    for (const row of await queries.selectMoving(this.#pool, batch)) {
      if (isHeld && row.state === 'in_progress') continue;
      try {
        await this.#advanceOne(row);
      } catch (error) {
        // Another process handled it or payouts are stopped; it is retried in the next round.
        if (!(error instanceof Refused))
          this.#log.error({ err: error, withdrawal: row.id }, 'a payout did not move');
      }
    }
  }

  async #advanceOne(row: WithdrawalRow): Promise<void> {
    const owner = { shard: row.shard, memberId: row.member_id };
    const progress = await this.#payer.progress(row, this.#clock.now());
    if (progress.state === 'waiting') return;
    if (progress.state === 'failed') {
      const why = { reason: progress.reason };
      await (row.state === 'success'
        ? this.returned(owner, row, why, unnoted)
        : this.refuse(owner, row, why, unnoted));
      return;
    }
    const sent = row.state === 'in_progress' ? await this.paid(owner, row, progress.reference, unnoted) : row;
    if (progress.state === 'arrived') await this.finish(owner, sent, unnoted);
  }

  /**
   * Moves a withdrawal by what `step` makes of it, where it is still as it was seen.
   * @param lockBefore locks more of the member's withdrawals: all in one order, and so before this one
   */
  async #move(
    owner: Owner,
    { id, version }: SeenVersion,
    noted: Noted,
    step: (client: pg.PoolClient, row: WithdrawalRow, at: Date) => Promise<Move>,
    lockBefore: (client: pg.PoolClient, owner: Owner) => Promise<void> = () => Promise.resolve(),
  ): Promise<WithdrawalRow> {
    const moved = await withRetry(() =>
      transaction(this.#pool, async (client) => {
        await lockBefore(client, owner);
        // Before its money: two at once would both end its holds, and the second find them ended.
        const row = await queries.lockWithdrawal(client, owner, id);
        if (row === undefined) throw new Refused('not_found');
        if (row.version !== version) throw new Refused('outdated');
        const at = this.#clock.now();
        const { change, committed } = await step(client, row, at);
        if (!(await queries.updateWithdrawal(client, row, change))) {
          throw new Transient('the withdrawal has moved');
        }
        await commitStep(client, row, committed, at);
        await noted(client, row);
        return { ...row, ...change, version: row.version + 1 };
      }),
    );
    const { shard, memberId } = owner;
    this.#bus.publish('withdrawalMoved', { shard, memberId, withdrawalId: id });
    return moved;
  }

  /**
   * The terms at a rate that has become worse for the member. Until its approval the member can cancel, so that a rate which was kept
   * against a fall of the currency and given up at a rise would be an option for nothing.
   */
  #worseTerms({ rail, receive, rate_micro: fixed }: WithdrawalRow) {
    const now = this.#settings.rateOf(rail);
    if (fixed === null || now === undefined || now <= fixed) return undefined;
    return { rate_micro: now, usdt_micro: usdtPaid(receive, now, this.#settings.scale) };
  }
}

const mustBe = (row: WithdrawalRow, state: WithdrawalRow['state'], stage = row.stage): void => {
  if (row.state !== state || row.stage !== stage) throw new Refused('withdraw_state');
};
