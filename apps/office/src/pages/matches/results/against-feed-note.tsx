import type { Event } from '@touchline/contract/shapes/football';
import type { OfficeResult } from '@touchline/contract/shapes/office-trading';
import { useT } from '../../../lib/i18n.ts';
import { Note } from '../../../ui/notices.tsx';
import { resultText } from './texts.ts';

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

/** Says plainly that the feed of the match says something else than a result. */
export const AgainstFeed = ({
  event,
  of,
}: {
  event: Event;
  of: Pick<OfficeResult, 'kind' | 'ht' | 'ft'>;
}) => {
  const t = useT();
  const against = againstFeed(event, of);
  if (against === undefined) return null;
  const { ht, ft } = event.score ?? {};
  const feed = resultText({ kind: 'played', ht: ht ? ht : undefined, ft: ft ? ft : undefined });
  return <Note>{against === 'score' ? t('result.feedScore', { feed }) : t(`result.feed.${against}`)}</Note>;
};
