import { useSyncExternalStore } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { takeUpdate } from './app-worker.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { busyStore } from '../../lib/busy.ts';
import { isBetting } from '../slip/slip.ts';
import { useSlip } from '../slip/slip-store.ts';
import styles from './install.module.css';

/** Offers the newer version, but never while a bet is being made or its answer awaited. */
export const UpdateOffer = ({ onLater }: { onLater: () => void }) => {
  const t = useT();
  const slip = useSlip();
  const isBusy = useSyncExternalStore(busyStore.watch, busyStore.isBusy);
  if (isBusy || isBetting(slip)) return null;
  return (
    <aside className={styles.offer} aria-label={t('shell.update')}>
      <output className={styles.text}>{t('shell.update')}</output>
      <Button tone="quiet" onClick={takeUpdate}>
        {t('shell.updateNow')}
      </Button>
      <IconButton label={t('common.close')} icon={{ name: 'cross' }} onClick={onLater} />
    </aside>
  );
};
