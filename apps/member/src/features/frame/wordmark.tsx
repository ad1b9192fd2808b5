import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import styles from './frame.module.css';
import { Tag } from '../../ui/tag.tsx';
import { useT } from '../../lib/i18n.tsx';

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

/** Says that nothing here is real money; absent on sites licensed for it. */
export const PlayMoneyTag = () => {
  const t = useT();
  const site = useStore(configStore).site;
  return site?.mode === 'real' ? null : <Tag tone="amber">{t('shell.playMoney')}</Tag>;
};
