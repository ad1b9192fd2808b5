import { useT } from '../../shell/i18n.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import styles from './tabs.module.css';

type Tab = { name: string; text: string; count: number; waits?: boolean };

/** Parts of a page, each with how much is in it; the figures 1 to 9 go to them. */
export const Tabs = ({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  label: string;
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (name: string) => void;
}) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map((tab, at) => (
      <TabButton
        key={tab.name}
        tab={tab}
        keys={String(at + 1)}
        isChosen={tab.name === chosen}
        onChoose={() => onChoose(tab.name)}
      />
    ))}
  </nav>
);

const TabButton = (props: { tab: Tab; keys: string; isChosen: boolean; onChoose: () => void }) => {
  const t = useT();
  const { text, count, waits = false } = props.tab;
  useShortcut(props.keys, t('match.goTo', { part: text }), props.onChoose);
  return (
    <button
      type="button"
      className={styles.tab}
      aria-current={props.isChosen ? 'page' : undefined}
      onClick={props.onChoose}
    >
      {text}
      {count > 0 && (
        <span className={styles.count} data-waits={waits}>
          {count}
        </span>
      )}
    </button>
  );
};
