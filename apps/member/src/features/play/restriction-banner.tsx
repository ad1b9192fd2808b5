import { Link } from '@tanstack/react-router';
import { useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../labels/use-now.ts';
import styles from './restriction-banner.module.css';
import { restrictionTitle } from './restriction-text.ts';
import { useRestriction } from './use-restriction.ts';

/** What is closed to a member who pauses, until when, and what stays open. */
export const RestrictionBanner = () => {
  const t = useT();
  // Looked at again from time to time: it may be over.
  useNow();
  const restriction = useRestriction();
  if (restriction === undefined) return null;
  return (
    <aside className={styles.banner} aria-label={t('nav.play')}>
      <span className={styles.icon}>
        <Icon name="lock" />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{restrictionTitle(restriction)}</p>
        <p>{t('play.closedText')}</p>
        <div className={styles.links}>
          <Link to="/pages/information/withdraw" search={{}}>
            {t('nav.withdraw')}
          </Link>
          <Link to="/pages/information/play" search={{ open: 'help' }}>
            {t('play.way.help')}
          </Link>
        </div>
      </div>
    </aside>
  );
};
