import type { Event } from '@touchline/contract/shapes/football';
import type { OfficeResult } from '@touchline/contract/shapes/office-trading';
import { useT } from '../../../shell/i18n.ts';
import { Note } from '../../../ui/note.tsx';
import { againstFeed } from './against-feed.ts';
import { resultText } from './texts.ts';

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
