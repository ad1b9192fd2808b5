import type { Bet } from '@touchline/contract/shapes/bet';
import { limits } from '@touchline/contract/limits';
import { ALL_PARTS, BUILDER, orderedParts, partsText, readParts } from '@touchline/football/builder-parts';
import { isMarketName } from '@touchline/football/markets';
import { idOf, type LegRef, type SelectionRef, type SlipTab, slipTabs } from './selection.ts';

/** Selections that can be put in a slip, and how they are bet on. Without a stake, which the reader chooses. */
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
  legs: legs.map(({ event, parts, ...leg }) =>
    parts === undefined ? { event, ...partOf(leg) } : builderOf(event, parts.map(partOf)),
  ),
});

const partOf = ({ market, selection, line }: SelectionRef): SelectionRef => ({ market, selection, line });

/** Several selections of a match in one, in the order in which all keep them. */
const builderOf = (event: string, parts: readonly SelectionRef[]): LegRef => ({
  event,
  market: BUILDER,
  selection: ALL_PARTS,
  parts: orderedParts(parts),
});

const tilde = '~';

/**
 * Writes selections as one text of an address: "system-2~7,1x2,1~8,over_under,over,2.5". A builder has its selections in
 * place of one: "7,builder,1x2:1;over_under:over:2.5".
 */
export const writeShared = ({ tab, k, legs }: SharedBet): string =>
  [
    [tab ?? 'single', k].filter((part) => part !== undefined).join('-'),
    ...legs.map(({ event, market, selection, line, parts }) =>
      [event, market, parts === undefined ? selection : partsText(parts), line]
        .filter((part) => part !== undefined)
        .join(','),
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

const isEventId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

const readLeg = (text: string): LegRef[] => {
  const [event = '', market = '', selection = '', line, ...more] = text.split(',');
  if (market === BUILDER) {
    const parts = readParts(selection);
    const isBuilder = parts !== undefined && parts.length >= limits.builderPartsMin && isEventId(event);
    return isBuilder && line === undefined ? [builderOf(event, parts.map(partOf))] : [];
  }
  const isLeg =
    more.length === 0 &&
    isEventId(event) &&
    isMarketName(market) &&
    /^[\w/-]{1,24}$/.test(selection) &&
    (line === undefined || /^[+-]?\d{1,3}(\.\d{1,2})?$/.test(line));
  return isLeg ? [{ event, market, selection, line }] : [];
};
