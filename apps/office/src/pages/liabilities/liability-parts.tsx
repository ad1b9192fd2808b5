import { useT } from '../../lib/i18n.ts';
import { usePageSearch } from '../../lib/search.ts';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './liabilities.module.css';

/** What was published, and what is counted as reserves. */
export const LiabilityTabs = () => {
  const t = useT();
  const { view } = usePageSearch();
  return (
    <Tabs
      label={t('place.liabilities')}
      tabs={[
        { name: 'published', text: t('liability.published') },
        { name: 'reserves', text: t('liability.reserves') },
      ]}
      current={view === 'reserves' ? 'reserves' : 'published'}
      searchOf={(name) => ({ view: name })}
    />
  );
};

/** A hash, an id or an address. */
export const Code = ({ text }: { text: string }) => <code className={styles.code}>{text}</code>;
