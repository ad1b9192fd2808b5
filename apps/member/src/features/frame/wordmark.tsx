import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { PlayMoneyTag } from './play-money-tag.tsx';
import styles from './frame.module.css';

/** The site's name as its mark, and what money it plays for. */
export const Wordmark = () => {
  const name = useStore(configStore).site?.name ?? 'Touchline';
  return (
    <span className={styles.mark}>
      <span className={styles.name} translate="no">
        {name.toLocaleLowerCase('en')}
      </span>
      <PlayMoneyTag />
    </span>
  );
};
