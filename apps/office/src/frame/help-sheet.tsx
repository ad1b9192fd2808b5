import { Button, Kbd, Switch } from '@mantine/core';
import { useState } from 'react';
import { changeSettings, settingsStore } from '../state/settings.ts';
import { useStore } from '../state/use-store.ts';
import { Sheet } from '../ui/sheet.tsx';
import { useT } from '../shell/i18n.ts';
import type { Shortcut } from '../shell/keys.ts';
import { useShortcut, useShortcuts } from '../shell/shortcuts.ts';
import styles from './help-sheet.module.css';

/** Puts the focus where one searches: on the page itself, else in the bar. */
const focusSearch = (): void => {
  const field = document.querySelector<HTMLInputElement>('main [data-search], header [data-search]');
  field?.focus();
  field?.select?.();
};

/** The last shortcut acts where several have the same keys. */
const effective = (all: readonly Shortcut[]): Shortcut[] => [
  ...new Map(all.map((each) => [each.keys, each])).values(),
];

/** The keys of the current page, opened by `?`. */
export const HelpSheet = () => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { keys } = useStore(settingsStore);
  useShortcut('?', t('keys.help'), () => setOpen(true));
  useShortcut('/', t('keys.search'), focusSearch);
  const shown = effective(useShortcuts()).toSorted((a, b) => a.keys.length - b.keys.length);
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t('keys.title')}
      </Button>
      {isOpen && (
        <Sheet title={t('keys.title')} onClose={() => setOpen(false)}>
          <dl className={styles.list}>
            {shown.map((shortcut) => (
              <div key={shortcut.keys + shortcut.text} className={styles.pair}>
                <dt>
                  {shortcut.keys.split(' ').map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{shortcut.text}</dd>
              </div>
            ))}
          </dl>
          <Switch
            mt="md"
            checked={keys}
            onChange={(event) => changeSettings({ keys: event.currentTarget.checked })}
            label={t('keys.on')}
          />
        </Sheet>
      )}
    </>
  );
};
