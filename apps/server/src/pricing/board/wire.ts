import type { Event, Market, NamedCompetition, Team } from '@touchline/contract/shapes/football';
import type { Betting } from '@touchline/contract/shapes/site';
import { breakEven, formatOdds, rateOfReturn } from '@touchline/money/odds';
import { isInPlay, marketKey, type Board, type BoardEvent, type BoardMarket } from './board.ts';

/** A competition's names on the wire. */
export const toWireName = ({ id, name, names }: BoardEvent['competition']): NamedCompetition => ({
  id,
  name,
  names,
});

/** A team on the wire. */
export const toWireTeam = ({ id, name, short, flag, colours }: Team): Team => ({
  id,
  name,
  short,
  flag,
  colours,
});

/** Basis points as percent with two decimals: 502 → "5.02". */
const formatMargin = (marginBp: number): string => (marginBp / 100).toFixed(2);

/** A market on the wire, with the meaning of its odds. */
export const toWireMarket = (market: BoardMarket): Market => ({
  market: market.market,
  line: market.line !== '' ? market.line : undefined,
  state: market.state,
  margin: formatMargin(market.marginBp),
  version: market.version,
  selections: market.selections.map((selection, index) => {
    const oddsMilli = market.oddsMilli[index] ?? 0;
    const move = market.moves[index] ?? 0;
    if (oddsMilli === 0) return { selection, odds: null, rateOfReturn: null, breakEven: null, move };
    return {
      selection,
      odds: formatOdds(oddsMilli),
      rateOfReturn: rateOfReturn(oddsMilli),
      breakEven: breakEven(oddsMilli),
      move,
    };
  }),
});

/** The score so far or final, and that of the first half. */
const toWireScore = ({ score, ht }: Pick<BoardEvent, 'score' | 'ht'>): NonNullable<Event['score']> => ({
  ft: score,
  ht,
});

/** The fields of an event that change in play: the live message `event`. */
export const toWireProgress = (event: BoardEvent) => ({
  id: event.id,
  version: event.version,
  state: event.state,
  minute: event.minute,
  score: toWireScore(event),
  redCards: event.redCards,
  live: isInPlay(event.state),
  kickOff: event.kickOff.toISOString(),
});

/** Whether the house takes bets. */
export const toWireBetting = (board: Board): Betting => ({
  stoppedAt: board.allStoppedAt()?.toISOString(),
});

/** An event in lists on the wire; `marketCount` counts markets that can be bet on now or soon again. */
export const toWireEvent = (event: BoardEvent): Event => {
  const main = event.markets.get(marketKey('1x2'));
  return {
    ...toWireProgress(event),
    competition: {
      ...event.competition,
      stage: event.stage,
    },
    home: toWireTeam(event.home),
    away: toWireTeam(event.away),
    replay: event.replay,
    marketCount: event.markets
      .values()
      .filter(({ state }) => state === 'open' || state === 'suspended')
      .reduce((count) => count + 1, 0),
    main: main === undefined ? undefined : toWireMarket(main),
  };
};
