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
import type { Payer } from './payer.ts';
import * as queries from './queries.ts';
import type { SeenVersion, WithdrawalRow } from './queries.ts';
import type { Owner } from '../../core/owner.ts';

/** Runs inside the transaction of a decision, to write its line of the audit. */
type Noted = (client: pg.PoolClient, row: WithdrawalRow) => Promise<void>;

/** Every step names the version it was decided on. @throws Refused `outdated` when the withdrawal has another one */
export type Review = {
  /**
   * Says yes; the withdrawal is paid once as many different operators did as it needs. It needs two where it brings what
   * leaves for the member within a day above the limit, also when it was requested with room to spare.
   */
  approve(owner: Owner, seen: SeenVersion, operatorId: string, noted: Noted): Promise<WithdrawalRow>;
  /** Says no, in review or before it is paid: the money goes back and the member reads why. */
  refuse(
    owner: Owner,
    seen: SeenVersion,
    why: { reason: RefusalReason; note?: string | undefined },
    noted: Noted,
  ): Promise<WithdrawalRow>;
  /** An operator has paid it: the bank's reference or the hash of the transfer. */
  paid(owner: Owner, seen: SeenVersion, reference: string, noted: Noted): Promise<WithdrawalRow>;
  /** It has arrived. */
  finish(owner: Owner, seen: SeenVersion, noted: Noted): Promise<WithdrawalRow>;
  /** It was paid and came back: amount and fee are the member's again. */
  returned(
    owner: Owner,
    seen: SeenVersion,
    why: { reason: RefusalReason; note?: string | undefined },
    noted: Noted,
  ): Promise<WithdrawalRow>;
  /** Asks the payer about everything under way; while payouts are held, only about what is sent already. */
  advance(): Promise<void>;
};

/** What a step makes of the row, and what the public log has of it. */
type Move = { change: Partial<WithdrawalRow>; committed: WithdrawalStep };

const unnoted: Noted = () => Promise.resolve();
const batch = 200;

/** What operators and payers do with withdrawals. Each step moves row and money in one transaction, once. */
export const createReview = ({
  pool,
  wallet,
  clock,
  log,
  payer,
  holds,
  twoAboveMinor,
  rateOf,
  scale,
  bus,
}: {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'post' | 'endHolds' | 'isStopped'>;
  clock: Clock;
  log: Log;
  payer: Payer;
  holds: Pick<PayoutHolds, 'current'>;
  /** Above it two operators approve what leaves for a member within a day, minor units. */
  twoAboveMinor: () => bigint;
  /** The present rate of payouts of a type; undefined where it has none. */
  rateOf: (type: WithdrawalRow['rail']) => bigint | undefined;
  scale: number;
  bus: Pick<Bus, 'publish'>;
}): Review => {
  /**
   * Moves a withdrawal by what `step` makes of it, where it is still as it was seen.
   * @param lockBefore locks more of the member's withdrawals: all in one order, and so before this one
   */
  const move = async (
    owner: Owner,
    { id, version }: SeenVersion,
    noted: Noted,
    step: (client: pg.PoolClient, row: WithdrawalRow, at: Date) => Promise<Move>,
    lockBefore: (client: pg.PoolClient, owner: Owner) => Promise<void> = () => Promise.resolve(),
  ): Promise<WithdrawalRow> => {
    const moved = await withRetry(() =>
      transaction(pool, async (client) => {
        await lockBefore(client, owner);
        // Before its money: two at once would both end its holds, and the second find them ended.
        const row = await queries.lockWithdrawal(client, owner, id);
        if (row === undefined) throw new Refused('not_found');
        if (row.version !== version) throw new Refused('outdated');
        const at = clock.now();
        const { change, committed } = await step(client, row, at);
        if (!(await queries.updateWithdrawal(client, row, change))) {
          throw new Transient('the withdrawal has moved');
        }
        await commitStep(client, row, committed, at);
        await noted(client, row);
        return { ...row, ...change, version: row.version + 1 };
      }),
    );
    bus.publish('withdrawalMoved', { shard: owner.shard, memberId: owner.memberId, withdrawalId: id });
    return moved;
  };

  const mustBe = (row: WithdrawalRow, state: WithdrawalRow['state'], stage = row.stage): void => {
    if (row.state !== state || row.stage !== stage) throw new Refused('withdraw_state');
  };

  /**
   * The terms at a rate that has become worse for the member. Until its approval the member can cancel, so that a rate which was kept
   * against a fall of the currency and given up at a rise would be an option for nothing.
   */
  const worse = ({ rail, receive, rate_micro: fixed }: WithdrawalRow) => {
    const now = rateOf(rail);
    if (fixed === null || now === undefined || now <= fixed) return undefined;
    return { rate_micro: now, usdt_micro: usdtPaid(receive, now, scale) };
  };

  const approve: Review['approve'] = (owner, seen, operatorId, noted) =>
    move(
      owner,
      seen,
      noted,
      async (client, row, at) => {
        mustBe(row, 'in_progress', 'in_review');
        if (await wallet.isStopped(owner.shard, client)) throw new Refused('withdraw_stopped');
        const fresh = await queries.insertApproval(client, owner, { id: row.id, operatorId, at });
        if (!fresh) throw new Refused('same_operator');
        const said = await queries.selectApprovals(client, owner, [row.id]);
        const needed = await approvalsNeeded(client, row, { at, twoAboveMinor: twoAboveMinor() });
        const isEnough = said.length >= needed;
        const terms = isEnough ? worse(row) : undefined;
        return {
          change: {
            approvals_needed: needed,
            ...(isEnough ? { stage: 'paying', paying_at: at } : {}),
            ...terms,
          },
          committed: {
            step: 'approved',
            by: operatorId,
            given: said.length,
            needed,
            ...(terms && rateFields(terms)),
          },
        };
      },
      queries.lockUnsent,
    );

  const refuse: Review['refuse'] = (owner, seen, { reason, note }, noted) =>
    move(owner, seen, noted, async (client, row, at) => {
      mustBe(row, 'in_progress');
      await releaseHolds(wallet, client, row);
      return {
        change: { state: 'refused', reason, note: note ?? null, ended_at: at },
        committed: { step: 'refused', reason, note: note ?? null },
      };
    });

  const paid: Review['paid'] = (owner, seen, reference, noted) =>
    move(owner, seen, noted, async (client, row, at) => {
      mustBe(row, 'in_progress', 'paying');
      if (await wallet.isStopped(owner.shard, client)) throw new Refused('withdraw_stopped');
      await postHolds(wallet, client, row);
      if (!(await queries.claimReference(client, row, reference))) throw new Refused('reference_used');
      return {
        change: { state: 'success', reference, paid_at: at },
        committed: { step: 'paid', reference },
      };
    });

  const finish: Review['finish'] = (owner, seen, noted) =>
    move(owner, seen, noted, (_client, row, at) => {
      mustBe(row, 'success');
      return Promise.resolve({
        change: { state: 'finished', ended_at: at },
        committed: { step: 'arrived' },
      });
    });

  const returned: Review['returned'] = (owner, seen, { reason, note }, noted) =>
    move(owner, seen, noted, async (client, row, at) => {
      mustBe(row, 'success');
      await bookReturn(wallet, client, row);
      return {
        change: { state: 'refused', reason, note: note ?? null, ended_at: at },
        committed: { step: 'returned', reason, note: note ?? null },
      };
    });

  const advanceOne = async (row: WithdrawalRow): Promise<void> => {
    const owner = { shard: row.shard, memberId: row.member_id };
    const progress = await payer.progress(row, clock.now());
    if (progress.state === 'waiting') return;
    if (progress.state === 'failed') {
      const why = { reason: progress.reason };
      await (row.state === 'success' ? returned : refuse)(owner, row, why, unnoted);
      return;
    }
    const sent = row.state === 'in_progress' ? await paid(owner, row, progress.reference, unnoted) : row;
    if (progress.state === 'arrived') await finish(owner, sent, unnoted);
  };

  return {
    approve,
    refuse,
    paid,
    finish,
    returned,
    async advance() {
      const isHeld = (await holds.current()) !== undefined;
      for (const row of await queries.selectMoving(pool, batch)) {
        if (isHeld && row.state === 'in_progress') continue;
        try {
          await advanceOne(row);
        } catch (error) {
          // Another process was quicker, or the shard is stopped: its turn comes again.
          if (!(error instanceof Refused))
            log.error({ err: error, withdrawal: row.id }, 'a payout did not move');
        }
      }
    },
  };
};
