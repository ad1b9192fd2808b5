import type { Input } from '@touchline/contract/routes';
import type { BuilderQuote } from '@touchline/contract/shapes/builder';
import { formatOdds } from '@touchline/money/odds';
import { combinedOddsMilli } from '@touchline/money/system';
import type { Clock } from '../../core/clock.ts';
import { mapInSlices } from './slices.ts';
import type { Board, BoardEvent } from '../../pricing/index.ts';
import { askedEvent } from './asked-event.ts';
import type { BuilderOffer, Builders, OfferedPart } from './builders.ts';
import { readPicks, type BuilderPick } from './picks.ts';

/**
 * The joint price of selections of one match, or why they have none. A single selection has its own price.
 * @throws Refused `not_found` for an unknown match, `builder_parts` for too many selections or one that no market has
 */
export const createBuilderQuote =
  ({ board, builders, clock }: { board: Board; builders: Builders; clock: Pick<Clock, 'now'> }) =>
  async ({ event: eventId, parts: asked }: Input<'builderQuote'>): Promise<BuilderQuote> => {
    const picks = readPicks(asked, 1);
    const event = await askedEvent(board, eventId);
    return quoteOf(event, { picks, asked }, { builders, now: clock.now() });
  };

const quoteOf = async (
  event: BoardEvent,
  { picks, asked }: { picks: readonly BuilderPick[]; asked: Input<'builderQuote'>['parts'] },
  { builders, now }: { builders: Builders; now: Date },
): Promise<BuilderQuote> => {
  const offer = builders.offer(event, picks, now);
  const order = placesOf(asked, picks);
  const inOrder = <T>(list: readonly T[]): T[] => order.flatMap((place) => list.slice(place, place + 1));
  // The first prices at a new score take milliseconds each.
  const without = await mapInSlices(picks.keys(), (left) => {
    const others = picks.filter((_, i) => i !== left);
    return others.length === 0 ? null : oddsOf(builders.offer(event, others, now));
  });
  const own = offer.parts.map(({ oddsMilli }) => oddsMilli);
  const redundant = offer.state === 'redundant' ? new Set(offer.redundant) : new Set<number>();
  return {
    state: offer.state === 'not_found' ? 'closed' : offer.state,
    odds: oddsOf(offer),
    chance: offer.state === 'open' ? chanceText(offer.chance) : null,
    margin: offer.state === 'open' ? (offer.margin * 100).toFixed(2) : null,
    parts: inOrder(offer.parts).map(toWirePart),
    redundant: order.flatMap((place, i) => (redundant.has(place) ? [i] : [])),
    without: inOrder(without),
    single: own.every((milli) => milli > 0) ? formatOdds(combinedOddsMilli(own.length, own)) : null,
  };
};

/** For each selection in the order of the request, its place in canonical order. */
const placesOf = (asked: Input<'builderQuote'>['parts'], picks: readonly BuilderPick[]): number[] => {
  const left = new Set(picks.keys());
  return asked.map(({ market, selection, line = '' }) => {
    const place = left.values().find((i) => {
      const pick = picks[i];
      return pick?.market === market && pick.selection === selection && pick.line === line;
    });
    if (place === undefined) throw new Error(`${market} ${selection} is not among the parts`);
    left.delete(place);
    return place;
  });
};

const oddsOf = (offer: BuilderOffer): string | null =>
  offer.state === 'open' ? formatOdds(offer.oddsMilli) : null;

/** Six decimals; smaller chances with more, so that they are not 0. */
const chanceText = (chance: number): string => (chance < 0.001 ? chance.toFixed(8) : chance.toFixed(6));

const toWirePart = ({ market, selection, line, oddsMilli, on, isApart }: OfferedPart) => ({
  market,
  selection,
  line: line === '' ? undefined : line,
  odds: oddsMilli === 0 ? null : formatOdds(oddsMilli),
  state: on?.state ?? ('closed' as const),
  apart: isApart || undefined,
});
