import type { Queryable } from '../../platform/database.ts';
import { holdMarkets, type MarketKey } from '../board/held.ts';
import type { Sale } from './domain.ts';
import { pinOf } from './pins.ts';

export type BetKey = { shard: number; memberId: string; id: string };

/**
 * Reads the ground of the legs' values from the rows, and locks these until the transaction ends.
 * @returns a pin for each market, in order; undefined when one of them cannot be sold: suspended, or its feed
 *   silent
 */
export const selectPins = async (
  on: Queryable,
  markets: readonly MarketKey[],
): Promise<string[] | undefined> => {
  const held = await holdMarkets(on, markets);
  const isSold = held.every(
    (one) => !one.silent && (one.marketState === 'open' || one.marketState === 'closed'),
  );
  const pins = markets.map(({ eventId, market, line }) => {
    const found = held.find((one) => one.eventId === eventId && one.market === market && one.line === line);
    return found && pinOf(found);
  });
  const all = pins.filter((pin) => pin !== undefined);
  return isSold && all.length === markets.length ? all : undefined;
};

/**
 * Subtracts the sold part from a bet, if it still runs and was sold as far as the offer says. A bet sold
 * whole ends.
 * @returns whether it was
 */
export const sellPart = async (
  on: Queryable,
  { shard, memberId, id }: BetKey,
  { sale, cashedStakeMinor, ends }: { sale: Sale; cashedStakeMinor: bigint; ends: string },
): Promise<boolean> => {
  const { rowCount } = await on.query(
    `update bet
     set cashed_stake = cashed_stake + $5, cash_out = cash_out + $6,
       state = case when $7 then $8 else state end,
       settled_at = case when $7 then now() else settled_at end
     where shard = $1 and member_id = $2 and id = $3 and state = 'open' and cashed_stake = $4`,
    [shard, memberId, id, cashedStakeMinor, sale.partMinor, sale.paysMinor, sale.isWhole, ends],
  );
  return rowCount === 1;
};
