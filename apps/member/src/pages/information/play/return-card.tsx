import { changePlay, useAction } from '../../../features/play/play-info.ts';
import { useT } from '../../../state/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { FormFailure } from '../../../features/account/form-failure.tsx';
import styles from './play.module.css';

/** An exclusion whose time is over: nothing opens unless the member asks for it, and then a day later. */
export const ReturnCard = () => {
  const t = useT();
  const { failure, run } = useAction();
  return (
    <Card>
      <div className={styles.form}>
        <h2 className={styles.title}>{t('play.excludeOver')}</h2>
        <p className={styles.words}>{t('play.returnText')}</p>
        <FormFailure message={failure} />
        <ConfirmButton
          tone="quiet"
          label={t('play.return')}
          title={t('play.returnTitle')}
          text={t('play.returnText')}
          onConfirm={() => run(() => changePlay('playReturn', {}))}
        />
      </div>
    </Card>
  );
};
