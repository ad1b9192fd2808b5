import type { OfficeEvent } from '@touchline/contract/shapes/office-trading';
import { useT } from '../../lib/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './matches.module.css';

/** How many markets take bets, how many are suspended, and whether a trader has stopped them. */
export const Offer = ({ of: { open, suspended, stops, withheld } }: { of: OfficeEvent }) => {
  const t = useT();
  const isWhole = stops.some(({ market }) => market === undefined);
  if (open + suspended === 0 && !isWhole) return '–';
  return (
    <span className={styles.offer}>
      {withheld && <Tag tone="bad">{t('match.isWithheld')}</Tag>}
      {isWhole && <Tag tone="bad">{t('stop.stopped')}</Tag>}
      {!isWhole && open > 0 && <span>{t('match.open', { count: open })}</span>}
      {!isWhole && !withheld && suspended > 0 && (
        <span className={styles.suspended}>{t('match.suspended', { count: suspended })}</span>
      )}
      {!isWhole && stops.length > 0 && <Tag tone="bad">{t('match.stops', { count: stops.length })}</Tag>}
    </span>
  );
};
