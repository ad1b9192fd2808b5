import { localeOf } from '@touchline/locales/locales';
import { currentLan, useT } from '../../state/i18n.tsx';
import { configStore } from '../../state/config.ts';
import { chooseTheme } from '../../state/theme.ts';
import { useStore } from '../../state/use-store.ts';
import { Card } from '../../ui/card.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { OddsRow } from './odds-row.tsx';
import styles from './settings-card.module.css';

/** Language, odds and appearance on this device. */
export const SettingsCard = () => {
  const t = useT();
  const { theme } = useStore(configStore);
  return (
    <Card flush>
      <ListRow icon="globe" label={t('nav.lang')} value={localeOf(currentLan()).name} to="/pages/lang/lang" />
      <OddsRow />
      <ListRow icon="moon" label={t('theme.title')} />
      <div className={styles.choice}>
        <Segmented
          label={t('theme.title')}
          value={theme}
          onChange={chooseTheme}
          options={[
            { value: 'system', label: t('theme.system') },
            { value: 'dark', label: t('theme.dark') },
            { value: 'light', label: t('theme.light') },
          ]}
        />
      </div>
    </Card>
  );
};
