import { useT } from '../../shell/i18n.tsx';
import { useStore } from '../../state/use-store.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { oddsDisplayStore, type OddsDisplay } from '../odds-button/odds-display.ts';
import styles from './odds-switch.module.css';

/** How prices are written everywhere in the app: decimal odds, or the rate of return. */
export const OddsSwitch = () => {
  const t = useT();
  const display = useStore(oddsDisplayStore);
  return (
    <div className={styles.line}>
      <span className={styles.label}>{t('event.oddsAs')}</span>
      <div className={styles.choice}>
        <Segmented<OddsDisplay>
          label={t('event.oddsAs')}
          value={display}
          options={[
            { value: 'decimal', label: t('event.decimal') },
            { value: 'return', label: t('event.return') },
          ]}
          onChange={oddsDisplayStore.write}
        />
      </div>
    </div>
  );
};
