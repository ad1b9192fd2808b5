import { Link } from '@tanstack/react-router';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { useT } from '../../state/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './event-result.module.css';

/** What becomes of the bets on a match that was not played to its end; nothing for any other. */
export const EventOff = ({ event: { state } }: { event: EventDetail }) => {
  const t = useT();
  if (state !== 'abandoned' && state !== 'postponed' && state !== 'cancelled') return null;
  return (
    <Card>
      <p className={styles.words}>{t(`event.off.${state}`)}</p>
      <Link to="/pages/rules/rules" search={{ section: 'void' }} className={styles.rule}>
        {t('rules.read')}
      </Link>
    </Card>
  );
};
