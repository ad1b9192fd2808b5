import type { Bet } from '@touchline/contract/shapes/bet';
import { reasons, type Reason } from '@touchline/contract/reasons';
import type { Input } from '@touchline/contract/routes';
import { rulesVersion } from '@touchline/contract/rules';
import type { Currency } from '@touchline/money/currency';
import { formatAmount } from '@touchline/money/amount';
import { potential } from '@touchline/money/payout';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { Refused } from '../../platform/refusal.ts';
import { withRetry } from '../../platform/transaction.ts';
import { createLanes } from '../../wallet/lanes.ts';
import { isInPlay, type Board, type BoardEvent } from '../board/board.ts';
import type { Records } from '../records/service.ts';
import { toWireBet } from '../records/wire.ts';
import { judge, largestStake, legNow, readOrder, type Order, type StakeLimits } from './domain.ts';
import {
  placeBatch,
  storedDetail,
  type Placement,
  type PlacementAnswer,
  type StruckBet,
} from './statement.ts';

type Owner = { id: string; shard: number };

export type Placing = {
  /**
   * Places a single. The same key and request answers the same bet, or the same refusal, however often it is asked.
   * @throws Refused for everything that speaks against the bet; the wallet has then not moved
   */
  place(member: Owner, input: Input<'orderAdd'>): Promise<Bet>;
  /** Waits for every bet that is on its way. */
  drain(): Promise<void>;
};

export const createPlacing = ({
  pool,
  board,
  records,
  clock,
  currency,
  limits,
  lanes: { count, batchMax },
  onPlaced,
}: {
  pool: pg.Pool;
  board: Board;
  records: Records;
  clock: Clock;
  currency: Currency;
  limits: StakeLimits;
  lanes: { count: number; batchMax: number };
  /** Told of each new bet with what is left in the wallet, after it is on the disk. */
  onPlaced: (member: Owner, bet: Bet, wallet: { availableMinor: bigint; heldMinor: bigint }) => void;
}): Placing => {
  const lanes = createLanes<Placement, PlacementAnswer>({
    lanes: count,
    batchMax,
    run: (batch) => withRetry(() => placeBatch(pool, batch, { limits, currency: currency.code })),
  });

  const refuse = (reason: string, stored: unknown, order: Order): never => {
    const known = isReason(reason) ? reason : 'fault';
    throw new Refused(known, { ...nowDetail(known, order), ...storedDetail(stored) });
  };

  /** What belongs to a refusal that only the statement could find: the book as it stands now. */
  const nowDetail = (reason: Reason, order: Order) => {
    const market = board.market(order.event, order.market, order.line);
    const odds = market?.oddsMilli[market.selections.indexOf(order.selection)] ?? 0;
    if (!market || odds === 0) return {};
    if (reason === 'price_changed') return { legs: [legNow(order, market, odds)] };
    if (reason === 'stake_max') return { max: formatAmount(largestStake(odds, limits), currency.scale) };
    return {};
  };

  return {
    async place(member, input) {
      const order = readOrder(input, currency);
      const placement: Placement = {
        shard: member.shard,
        memberId: member.id,
        betId: newId(),
        order,
        verdict: judge(order, board, limits, currency, clock.now()),
      };
      const { outcome, bet: struck } = await lanes.submit(placement);
      if (outcome.outcome === 'key_reused') throw new Refused('key_reused');
      if (outcome.outcome === 'refused') {
        // The rows knew something that memory did not: look again before answering.
        if (placement.verdict.refusal === undefined && !outcome.replayed) await board.refresh([order.event]);
        return refuse(outcome.reason, outcome.detail, order);
      }
      const event = board.event(order.event);
      if (!struck || !event) return storedBet(member, outcome.ref);
      const bet = newBet(placement, struck, event, currency);
      onPlaced(member, bet, { availableMinor: outcome.availableAfter, heldMinor: outcome.heldAfter });
      return bet;
    },
    drain: () => lanes.drain(),
  };

  async function storedBet(member: Owner, id: string | null): Promise<Bet> {
    const [bet] = id === null ? [] : await records.byId({ shard: member.shard, memberId: member.id }, [id]);
    if (!bet) throw new Error(`The bet ${id} of an applied key is missing`);
    return bet;
  }
};

const isReason = (reason: string): reason is Reason => Object.hasOwn(reasons, reason);

const newBet = ({ betId, order }: Placement, struck: StruckBet, event: BoardEvent, currency: Currency): Bet =>
  toWireBet(
    {
      id: betId,
      type: 'single',
      lines: 1,
      currency: currency.code,
      unit: order.stakeMinor,
      stake: order.stakeMinor,
      odds_milli: BigInt(struck.oddsMilli),
      potential: potential(order.stakeMinor, [struck.oddsMilli]),
      state: 'open',
      payout: null,
      rules: rulesVersion,
      placed_at: struck.placedAt,
      settled_at: null,
    },
    [
      {
        market: order.market,
        line: order.line,
        selection: order.selection,
        oddsMilli: struck.oddsMilli,
        outcome: null,
        event: {
          ...{ id: event.id, home: event.home, away: event.away, kickOff: event.kickOff },
          started: isInPlay(event.state),
          ...(event.score ? { ft: event.score } : {}),
          ...(event.ht ? { ht: event.ht } : {}),
        },
      },
    ],
  );
