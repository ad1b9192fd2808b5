import { useState, useSyncExternalStore } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { install, installStore, installsByShareMenu } from '../../lib/install.ts';
import { Card } from '../../ui/card.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';

/** Puts the app on the home screen, where the browser can; nothing where it cannot or has. */
export const InstallRow = () => {
  const t = useT();
  const canAsk = useSyncExternalStore(installStore.watch, installStore.read);
  const [explaining, setExplaining] = useState(false);
  if (!canAsk && !installsByShareMenu()) return null;
  return (
    <Card flush>
      <ListRow
        icon="download"
        label={t('mine.install')}
        onClick={() => (canAsk ? void install() : setExplaining(true))}
      />
      <Sheet open={explaining} title={t('mine.install')} onClose={() => setExplaining(false)}>
        <p>{t('mine.installByMenu')}</p>
      </Sheet>
    </Card>
  );
};
