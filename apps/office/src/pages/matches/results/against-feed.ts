import type { Event } from '@touchline/contract/shapes/football';
import type { OfficeResult } from '@touchline/contract/shapes/office-trading';

type Claimed = Pick<OfficeResult, 'kind' | 'ht' | 'ft'>;
type Goals = { home: number; away: number };

const differs = (a: Goals | undefined, b: Goals | undefined): boolean =>
  a !== undefined && b !== undefined && (a.home !== b.home || a.away !== b.away);

/**
 * What of a result speaks against what the feed of the match says now.
 * @returns `unplayed`: to the feed the match has not begun; `running`: it is not over; `score`: it has another score
 */
export const againstFeed = (
  { state, score }: Pick<Event, 'state' | 'score'>,
  { kind, ht, ft }: Claimed,
): 'unplayed' | 'running' | 'score' | undefined => {
  if (kind !== 'played') return undefined;
  if (state === 'scheduled') return 'unplayed';
  if (differs(score?.ht, ht) || (state === 'finished' && differs(score?.ft, ft))) return 'score';
  return ft !== undefined && (state === 'live' || state === 'half_time') ? 'running' : undefined;
};
