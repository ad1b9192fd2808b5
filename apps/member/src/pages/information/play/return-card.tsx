import { useState } from 'react';
import { changePlay, useAction } from '../../../features/play/play-info.ts';
import { useT } from '../../../state/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmSheet } from '../../../ui/confirm-sheet.tsx';
import { FormFailure } from '../../../features/account/form-failure.tsx';
import styles from './play.module.css';

/** An exclusion whose time is over: nothing opens unless the member asks for it, and then a day later. */
export const ReturnCard = () => {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { busy, failure, run } = useAction();
  const send = async (): Promise<void> => {
    await run(() => changePlay('playReturn', {}));
    setAsking(false);
  };
  return (
    <Card>
      <div className={styles.form}>
        <h2 className={styles.title}>{t('play.excludeOver')}</h2>
        <p className={styles.words}>{t('play.returnText')}</p>
        <FormFailure message={failure} />
        <Button tone="quiet" onClick={() => setAsking(true)}>
          {t('play.return')}
        </Button>
      </div>
      <ConfirmSheet
        open={asking}
        title={t('play.returnTitle')}
        text={t('play.returnText')}
        confirm={t('play.return')}
        busy={busy}
        onConfirm={() => void send()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
};
