import { useT } from '../../lib/i18n.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MatchSection } from '../match-card/match-list.tsx';
import styles from './favourites.module.css';

/** The shape of the strip while its matches are being fetched. */
export const FavouriteWaiting = () => {
  const t = useT();
  return (
    <MatchSection title={t('home.favourites')}>
      <div className={styles.game} aria-hidden="true">
        <Skeleton width={6} height={0.75} />
        <Skeleton width={8} height={1.75} />
        <Skeleton width={7} height={1.75} />
      </div>
    </MatchSection>
  );
};
