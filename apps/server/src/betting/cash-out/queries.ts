import type { Queryable } from '../../core/database/database.ts';
import { parameters } from '../../core/database/rows.ts';
import { holdMarkets, type MarketKey } from '../../pricing/index.ts';
import type { Sale } from './domain.ts';
import { pinOf } from './pins.ts';

type BetKey = { shard: number; memberId: string; id: string };

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

const sold = parameters({
  shard: 'smallint',
  member_id: 'uuid',
  id: 'uuid',
  cashed_stake: 'bigint',
  part: 'bigint',
  pays: 'bigint',
  is_whole: 'boolean',
  ends: 'text',
});
const sellText = `update bet
   set cashed_stake = cashed_stake + ${sold.$('part')}, cash_out = cash_out + ${sold.$('pays')},
     state = case when ${sold.$('is_whole')} then ${sold.$('ends')} else state end,
     settled_at = case when ${sold.$('is_whole')} then site_now() else settled_at end
   where shard = ${sold.$('shard')} and member_id = ${sold.$('member_id')} and id = ${sold.$('id')}
     and state = 'open' and cashed_stake = ${sold.$('cashed_stake')}`;

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
    sellText,
    sold.values({
      shard,
      member_id: memberId,
      id,
      cashed_stake: cashedStakeMinor,
      part: sale.partMinor,
      pays: sale.paysMinor,
      is_whole: sale.isWhole,
      ends,
    }),
  );
  return rowCount === 1;
};
