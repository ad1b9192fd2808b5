import type { Withdrawal } from '@touchline/contract/shapes/cashier';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { Refused } from '../../core/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { approvalsNeeded } from './approvals.ts';
import { countSharing, selectSigns } from '../payout-methods/queries.ts';
import {
  selectApprovals,
  selectQueue,
  selectWithdrawal,
  type WithdrawalApproval,
  type Queue,
  type WithdrawalRow,
} from './queries.ts';
import { toWireWithdrawal } from './wire.ts';
import type { CashierSettings } from '../settings.ts';
import type { Turnovers } from '../turnover/service.ts';
import type { Owner } from '../../core/owner.ts';

/** A withdrawal as an operator sees it. */
export type WithdrawalOnDesk = Owner & {
  withdrawal: Withdrawal;
  approvals: WithdrawalApproval[];
  approvalsNeeded: number;
  version: number;
};

/** The facts about a withdrawal. */
type WithdrawalBackground = {
  /** Other members with the same payout method. */
  sharedWith: number;
  /** Since when the member has it. */
  methodSince: Date | undefined;
  /** Whether payments of this member are stopped. */
  stopped: boolean;
  story: Awaited<ReturnType<Wallet['story']>>;
  turnoverLeftMinor: bigint;
};

/** The facts that operators see before they decide on withdrawals. */
export class WithdrawalDesk {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #wallet: Wallet;
  readonly #turnovers: Turnovers;
  readonly #settings: CashierSettings;

  constructor(of: {
    pool: pg.Pool;
    clock: Clock;
    wallet: Wallet;
    turnovers: Turnovers;
    settings: CashierSettings;
  }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#wallet = of.wallet;
    this.#turnovers = of.turnovers;
    this.#settings = of.settings;
  }

  /** A page of a queue, in its order. */
  async queue(
    queue: Queue,
    page: { limit: number; offset: number },
  ): Promise<{ list: WithdrawalOnDesk[]; total: number }> {
    const { rows, total } = await selectQueue(this.#pool, queue, page);
    return { list: await Promise.all(rows.map((row) => this.show(row))), total };
  }

  /** One withdrawal with what is known about its member and method. @throws Refused `not_found` */
  async detail(owner: Owner, id: string): Promise<WithdrawalOnDesk & WithdrawalBackground> {
    const row = await selectWithdrawal(this.#pool, owner, id);
    if (row === undefined) throw new Refused('not_found');
    const [shown, signs, stopped, story, turnover] = await Promise.all([
      this.show(row),
      selectSigns(this.#pool, owner, row.method_id),
      this.#wallet.isStopped(owner.shard),
      this.#wallet.story(owner),
      this.#turnovers.of(owner),
    ] as const);
    return {
      ...shown,
      stopped,
      story,
      turnoverLeftMinor: turnover.leftMinor,
      sharedWith: signs === undefined ? 0 : await countSharing(this.#pool, signs.fingerprint, owner.memberId),
      methodSince: signs?.created_at,
    };
  }

  /** A withdrawal with its approvals. */
  async show(row: WithdrawalRow): Promise<WithdrawalOnDesk> {
    const owner = { shard: row.shard, memberId: row.member_id };
    const { twoAboveMinor } = this.#settings.rules();
    return {
      ...owner,
      withdrawal: toWireWithdrawal(row, this.#settings.scale),
      approvals: await selectApprovals(this.#pool, owner, [row.id]),
      approvalsNeeded:
        row.state === 'in_progress' && row.stage === 'in_review'
          ? await approvalsNeeded(this.#pool, row, { at: this.#clock.now(), twoAboveMinor })
          : row.approvals_needed,
      version: row.version,
    };
  }
}
