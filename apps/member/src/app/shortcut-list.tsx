import { useT } from '../lib/i18n.tsx';
import { useStore } from '../lib/use-store.ts';
import { Sheet } from '../ui/sheet.tsx';
import { Switch } from '../ui/switch.tsx';
import { lettersStore } from './shortcuts.tsx';
import styles from './app.module.css';

const rows = [
  { keys: ['/'], label: 'keys.search' },
  { keys: ['b'], label: 'keys.slip' },
  { keys: ['Enter'], label: 'keys.place' },
  { keys: ['←', '↑', '↓', '→'], label: 'keys.move' },
  { keys: ['Esc'], label: 'keys.leave' },
  { keys: ['?'], label: 'keys.help' },
] as const;

/** What the keyboard does on a desktop; single keys can be turned off. */
export const ShortcutList = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useT();
  const letters = useStore(lettersStore);
  return (
    <Sheet open={open} onClose={onClose} title={t('keys.title')}>
      <dl className={styles.list}>
        {rows.map(({ keys, label }) => (
          <div key={label} className={styles.row}>
            <dt>{t(label)}</dt>
            <dd dir="ltr">
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch label={t('keys.letters')} checked={letters} onChange={lettersStore.write} />
    </Sheet>
  );
};
