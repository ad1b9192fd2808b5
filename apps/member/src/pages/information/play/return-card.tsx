import { useAction } from '../../../lib/use-action.ts';
import { changePlay } from '../../../features/play/play-info.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import styles from './play.module.css';

/** An exclusion whose time is over: nothing opens unless the member asks for it, and then a day later. */
export const ReturnCard = () => {
  const t = useT();
  const { busy, failure, run, forget } = useAction();
  return (
    <Card>
      <div className={styles.form}>
        <h2 className={styles.title}>{t('play.excludeOver')}</h2>
        <p className={styles.words}>{t('play.returnText')}</p>
        <ConfirmButton
          tone="quiet"
          label={t('play.return')}
          title={t('play.returnTitle')}
          text={t('play.returnText')}
          busy={busy}
          failure={failure}
          onAsk={forget}
          onConfirm={() => run(() => changePlay('playReturn', {}))}
        />
      </div>
    </Card>
  );
};
