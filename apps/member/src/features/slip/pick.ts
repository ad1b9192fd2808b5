import type { MarketState, Team } from '@touchline/contract/shapes/football';

/** What names a selection on the wire; `line` is the selected side's own. */
export type LegRef = { event: string; market: string; line?: string; selection: string };

/** A selection with what is needed to show it. */
export type Pick = LegRef & { home: Team; away: Team; kickOff: string };

/** How the book offers a selection at this moment; `inPlay` while its match is being played. */
export type Offer = { odds: string | null; state: MarketState; margin: string; inPlay?: boolean };

/** One text for one selection of one market. */
export const idOf = ({ event, market, line = '', selection }: LegRef): string =>
  [event, market, line, selection].join(' ');
