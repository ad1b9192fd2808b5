import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import type { ChainSink, DepositTransfer } from '../chain/deposit.ts';
import type { RailSink } from '../providers/rail.ts';
import type { Arrivals, PaymentNotice } from './arrivals.ts';
import { selectAnybodys, updateRecharge } from './queries.ts';

/** Transfers of chains, as payments of recharges. */
export const chainSink = (arrivals: Arrivals, clock: Clock): ChainSink => {
  const noticeOf = (transfer: DepositTransfer): PaymentNotice => ({
    shard: transfer.shard,
    memberId: transfer.memberId,
    rechargeId: transfer.rechargeId,
    rail: transfer.network,
    ref: `${transfer.txHash}:${transfer.logIndex}`,
    paidUnits: transfer.micro,
    block: transfer.blockNumber,
    seenAt: clock.now(),
    wrong: transfer.network === transfer.shownNetwork ? undefined : 'wrong_network',
  });
  return {
    seen: (transfer) => arrivals.seen(noticeOf(transfer)),
    final: (transfer) => arrivals.final(noticeOf(transfer)),
    orphaned: (transfer) => arrivals.orphaned(noticeOf(transfer)),
  };
};

/**
 * Events of providers, as payments of recharges or as their end. They may come in any order, and repeatedly.
 */
export const railSink = ({
  pool,
  arrivals,
  log,
  bus,
}: {
  pool: Queryable;
  arrivals: Arrivals;
  log: Log;
  bus: Bus;
}): RailSink => ({
  async heard(rail, news) {
    if (news.kind === 'ignored') return;
    const row = await selectAnybodys(pool, news.rechargeId);
    if (row === undefined) {
      log.error({ rail, event: news.eventId }, 'a provider sent a notice of an unknown recharge');
      return;
    }
    const owner = { shard: row.shard, memberId: row.member_id };
    if (news.kind === 'paid') {
      const isAsked = news.currency === row.currency;
      if (!isAsked) {
        const { paymentRef, currency } = news;
        log.warn({ rail, paymentRef, currency }, 'a payment came in another currency');
      }
      await arrivals.final({
        ...owner,
        rechargeId: row.id,
        rail,
        ref: news.paymentRef,
        paidUnits: news.amountMinor,
        currency: isAsked ? undefined : news.currency,
        seenAt: news.at,
        wrong: isAsked ? undefined : 'wrong_currency',
      });
      return;
    }
    // A paid, cancelled or expired recharge stays so: a payment counts whenever it is reported.
    if (row.state !== 'created') return;
    const changes =
      news.kind === 'expired'
        ? ({ state: 'expired' } as const)
        : ({ state: 'rejected', reason: 'payment_failed' } as const);
    if (await updateRecharge(pool, row, changes)) {
      bus.publish('rechargeMoved', { ...owner, rechargeId: row.id, walletMoved: false });
    }
  },
});
