import type pg from 'pg';
import type { BetDetail } from '@touchline/contract/shapes/bet';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { Refused } from '../../core/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { selectRuleRecords } from './rule-records.ts';
import { selectBetsByKey, selectLegsByKey } from './queries.ts';
import {
  selectCalledOff,
  selectDelayed,
  selectIncidents,
  selectNotices,
  selectVoids,
} from './timeline-queries.ts';
import type { BetReceipts } from './bet-receipts.ts';
import { timelineOf } from './timeline.ts';
import { toWireBet, type LegRow } from './wire.ts';
import type { Owner } from '../../core/owner.ts';
import { isId } from '../../core/ids.ts';

/** Millionths of the stake as percent with two decimals: 47,619 is "4.76". */
const keptText = (micro: number): string => (micro / 10_000).toFixed(2);

/** One bet with its time line. @throws Refused `not_found` for a bet that is not the member's */
export type BetDetails = (owner: Owner, id: string) => Promise<BetDetail>;

/**
 * @param pool connections for matches and bets
 * @param wallet with the payments of sold bets
 * @param betReceipts signs the terms of a bet
 * @param settledReceipts signs the settlements of a bet and its entries in the wallet
 * @param houseRulesAt the version of the operator's additions to the rules at a given time
 */
export const createBetDetails =
  ({
    pool,
    wallet,
    betReceipts,
    settledReceipts,
    houseRulesAt = () => Promise.resolve(undefined),
  }: {
    pool: pg.Pool;
    wallet: Wallet;
    betReceipts: BetReceipts;
    settledReceipts: (owner: Owner, betId: string) => Promise<Receipt[]>;
    houseRulesAt?: (placedAt: Date) => Promise<string | undefined>;
  }): BetDetails =>
  async (owner, id) => {
    const keys = [{ ...owner, betId: id }];
    const [[row], byBet] = isId(id)
      ? await Promise.all([selectBetsByKey(pool, keys), selectLegsByKey(pool, keys)])
      : [[], new Map<string, LegRow[]>()];
    if (!row) throw new Refused('not_found');
    const legs = byBet.get(id) ?? [];
    const bet = toWireBet(row, legs);
    const voided = bet.legs
      .filter((leg) => (leg.parts ?? [leg]).some(({ outcome }) => outcome === 'void'))
      .map(({ event }) => event);
    const matches = legs.map(({ event }) => event.id);
    const [houseRules, receipt, receipts, delayed, notices, voids, calledOff, incidents, sales, rules] =
      await Promise.all([
        houseRulesAt(row.placed_at),
        betReceipts(owner, id),
        settledReceipts(owner, id),
        selectDelayed(pool, owner, id),
        selectNotices(pool, owner, id),
        selectVoids(pool, voided),
        selectCalledOff(pool, voided),
        selectIncidents(pool, matches),
        wallet.entriesOf(owner, { ref: id, kind: 'cash_out' }),
        selectRuleRecords(pool, owner, id),
      ]);
    return {
      ...bet,
      kept: keptText(row.margin_micro),
      receipt,
      receipts,
      houseRules,
      timeline: timelineOf({ row, bet, delayed, notices, voids, calledOff, incidents, sales, rules }),
    };
  };
