import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useT } from '../lib/i18n.tsx';
import { useStore } from '../lib/use-store.ts';
import { Icon } from '../ui/icon.tsx';
import { iconButtonClass } from '../ui/icon-button.tsx';
import { moveFocus } from './arrows.ts';
import { lettersStore, meaningOf } from './keys.ts';

const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList);

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const actions: Readonly<Record<'search' | 'slip' | 'leave', () => void>> = {
  search: () => focusOn('[data-search] input'),
  slip: () => {
    focusOn('[data-slip] h2');
    focusOn('[data-slip] [role="textbox"]');
  },
  leave: () => focusOn('main h1, h1'),
};

/** Handles the keyboard shortcuts of a desktop, and shows the list of them on request. */
export const Shortcuts = () => {
  const t = useT();
  const letters = useStore(lettersStore);
  // `undefined` until the list is first opened, so that its code is not fetched before.
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (moveFocus(event)) {
        event.preventDefault();
        return;
      }
      const meaning = meaningOf(event, letters);
      if (meaning === undefined) return;
      event.preventDefault();
      if (meaning === 'help') setOpen(true);
      else actions[meaning]();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [letters]);
  return (
    <>
      <button
        type="button"
        className={iconButtonClass}
        aria-label={t('keys.title')}
        aria-keyshortcuts={letters ? '?' : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="keys" />
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <ShortcutList open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
