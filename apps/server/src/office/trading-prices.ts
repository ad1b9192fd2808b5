import { limits } from '@touchline/contract/limits';
import type { Output } from '@touchline/contract/routes';
import { formatOdds, parseOdds } from '@touchline/money/odds';
import { operatorActor } from '../catalogue/index.ts';
import { toVersion } from '../betting/index.ts';
import type { CallerOf, Handlers } from '../core/handler.ts';
import { Refused } from '../core/refusal.ts';
import type { TradingDesk } from './trading-decisions.ts';
import { sliceOf } from '../core/pages.ts';

type Key = { eventId: string; market: string; line: string };
const keyOf = ({ event, market, line = '' }: { event: string; market: string; line?: string }): Key => ({
  eventId: event,
  market,
  line,
});

const told = (oddsMilli: readonly number[]): string =>
  oddsMilli.map((odds) => (odds === 0 ? '–' : formatOdds(odds))).join(' / ');

/** The calls about prices: fix, release, and history. */
export const priceHandlers = ({
  events: { prices },
  office,
  telling,
  detail,
}: TradingDesk): Pick<Handlers, 'officePriceSet' | 'officePriceRelease' | 'officePriceHistory'> => {
  const marketNow = async ({ eventId, market, line }: Key): Promise<Output<'officePriceSet'>> => {
    const { markets } = await detail(eventId);
    const found = markets.find((one) => one.market.market === market && (one.market.line ?? '') === line);
    if (!found) throw new Refused('not_found');
    return found;
  };

  const decision = (
    action: 'price_set' | 'price_released',
    { key, reason }: { key: Key; reason: string },
    { operator, address }: CallerOf<'operator'>,
  ): Parameters<typeof prices.release>[2] => ({
    by: operatorActor(operator.id),
    why: reason,
    within: async (client, { before, after, isReplaced = false }) => {
      const line = {
        operator,
        address,
        subject: { kind: 'event', id: key.eventId } as const,
        detail: { market: key.market, line: key.line, reason, before: told(before), after: told(after) },
      };
      // The price before ends as if it had been released.
      if (isReplaced) await office.audit(client, { ...line, action: 'price_released' });
      await office.audit(client, { ...line, action });
    },
  });

  return {
    officePriceSet: async (input, caller) => {
      const key = keyOf(input);
      const odds = new Map(input.prices.map((price) => [price.selection, parseOdds(price.odds) ?? 0]));
      if (odds.size < input.prices.length || [...odds.values()].includes(0)) {
        throw new Refused('validation', { rules: { prices: 'odds' } });
      }
      const { version, sure = false, reason } = input;
      await prices.set(key, { version, odds, isSure: sure }, decision('price_set', { key, reason }, caller));
      return marketNow(key);
    },
    officePriceRelease: async (input, caller) => {
      const key = keyOf(input);
      const why = decision('price_released', { key, reason: input.reason }, caller);
      await prices.release(key, input.version, why);
      return marketNow(key);
    },
    officePriceHistory: async ({ page = 1, limit = limits.listLimitDefault, ...of }) => {
      const { selections, rows, total } = await prices.history(keyOf(of), sliceOf({ page, limit }));
      const names = await telling(rows.map(({ who }) => who));
      return { selections, list: rows.map((row) => toVersion(row, names)), total, page, limit };
    },
  };
};
