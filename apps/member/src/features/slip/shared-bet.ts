import type { Bet } from '@touchline/contract/shapes/bet';
import { limits } from '@touchline/contract/limits';
import { isMarketName } from '@touchline/football/markets';
import { idOf, type LegRef } from './selection.ts';
import { type SlipTab, slipTabs } from './slip.ts';

/** Selections that can be put in a slip, and how they are bet on. No stake: that is everybody's own. */
export type SharedBet = {
  tab: SlipTab | undefined;
  /** Legs per line of a system. */
  k: number | undefined;
  legs: readonly LegRef[];
};

/** What a placed bet was on. */
export const sharedOf = ({
  type,
  k,
  legs,
}: Pick<Bet, 'type' | 'k'> & { legs: readonly LegRef[] }): SharedBet => ({
  tab: type,
  k,
  legs: legs.map(({ event, market, selection, line }) => ({ event, market, selection, line })),
});

const tilde = '~';

/** Writes selections as one text of an address: "system-2~7,1x2,1~8,over_under,over,2.5". */
export const writeShared = ({ tab, k, legs }: SharedBet): string =>
  [
    [tab ?? 'single', k].filter((part) => part !== undefined).join('-'),
    ...legs.map(({ event, market, selection, line }) =>
      [event, market, selection, line].filter((part) => part !== undefined).join(','),
    ),
  ].join(tilde);

/** Reads such a text, which anybody may have written. @returns undefined when it has no selection that can be one */
export const readShared = (text: string): SharedBet | undefined => {
  const [head = '', ...rest] = text.split(tilde);
  const [name, count] = head.split('-');
  const legs = rest.flatMap(readLeg);
  const own = legs.filter((leg, at) => legs.findIndex((other) => idOf(other) === idOf(leg)) === at);
  if (own.length === 0) return undefined;
  const k = Number(count);
  return {
    tab: slipTabs.find((tab) => tab === name),
    k: Number.isInteger(k) && k > 1 && k <= limits.legsMax ? k : undefined,
    legs: own.slice(0, limits.legsMax),
  };
};

const readLeg = (text: string): LegRef[] => {
  const [event = '', market = '', selection = '', line, ...more] = text.split(',');
  const isLeg =
    more.length === 0 &&
    /^[\w-]{1,64}$/.test(event) &&
    isMarketName(market) &&
    /^[\w/-]{1,24}$/.test(selection) &&
    (line === undefined || /^[+-]?\d{1,3}(\.\d{1,2})?$/.test(line));
  return isLeg ? [{ event, market, selection, line }] : [];
};
