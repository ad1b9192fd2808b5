import type { OfficeEvent } from '@touchline/contract/shapes/office-trading';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Tag } from '../../ui/tag.tsx';

/** When the feed of a match last said something, and whether it has fallen silent. */
export const FeedAge = ({ of: { feed, event } }: { of: Pick<OfficeEvent, 'feed' | 'event'> }) => {
  const t = useT();
  const { ago } = useFormats();
  if (feed.silent) return <Tag tone="bad">{t('match.silent')}</Tag>;
  // Before kick-off and after the end the feed has no news.
  return feed.at === undefined || !event.live ? '–' : ago(feed.at);
};
