import { Link, useNavigate } from '@tanstack/react-router';
import { useT } from '../lib/i18n.ts';
import type { PageSearch } from '@touchline/kit/search';
import { useShortcut } from '../lib/shortcuts.ts';
import styles from './ui.module.css';

type Tab<N extends string> = {
  name: N;
  text: string;
  count?: number | undefined;
  /** Whether what is counted waits for an operator. */
  waits?: boolean;
};

type TabsProps<N extends string> = {
  label: string;
  tabs: readonly Tab<N>[];
  current: N;
  /** The query string of a tab; the address has it. */
  searchOf: (name: N) => PageSearch;
};

/** Parts of one thing, one of them shown; the digits go to them. */
export const Tabs = <N extends string>({ label, tabs, current, searchOf }: TabsProps<N>) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map((tab, at) => (
      <TabLink
        key={tab.name}
        tab={tab}
        search={searchOf(tab.name)}
        keys={String(at + 1)}
        isOpen={tab.name === current}
      />
    ))}
  </nav>
);

type TabLinkProps<N extends string> = { tab: Tab<N>; search: PageSearch; keys: string; isOpen: boolean };

const TabLink = <N extends string>({
  tab: { text, count, waits = false },
  search,
  keys,
  isOpen,
}: TabLinkProps<N>) => {
  const t = useT();
  const navigate = useNavigate();
  useShortcut(keys, t('keys.tab', { tab: text }), () => void navigate({ to: '.', search, replace: true }));
  return (
    <Link to="." search={search} replace className={styles.tab} aria-current={isOpen ? 'page' : undefined}>
      {text}
      {count !== undefined && count > 0 && (
        <span className={styles.count} data-waits={waits}>
          {count}
        </span>
      )}
    </Link>
  );
};
