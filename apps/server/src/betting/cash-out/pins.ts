import type { Score } from '@touchline/football/score';

/** The ground of an open leg's value. */
export type Pinned = {
  eventId: string;
  market: string;
  /** The market's line on the board. */
  line: string;
  version: number;
  state: string;
  score?: Score | null | undefined;
  redCards?: Score | null | undefined;
};

/** A text that differs whenever the ground of an open leg's value differs. */
export const pinOf = ({ eventId, market, line, version, state, score, redCards }: Pinned): string =>
  [eventId, market, line, version, state, side(score), side(redCards)].join('|');

const side = (score: Score | null | undefined): string => (score ? `${score.home}-${score.away}` : '');
