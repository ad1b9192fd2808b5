import { useRef } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { useT } from '../../lib/i18n.tsx';
import { Actions, Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import styles from './information.module.css';

/** The recovery codes, shown this once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const t = useT();
  const list = useRef<HTMLOListElement>(null);
  return (
    <div className={styles.form}>
      <p className={styles.formWords}>{t('account.recoveryText')}</p>
      <ol ref={list} className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr" className="figures">
              {code}
            </bdi>
          </li>
        ))}
      </ol>
      <SheetAction>
        <Actions>
          <Button tone="quiet" onClick={() => void copyText(codes.join('\n'), list.current)}>
            <Icon name="copy" size="small" /> {t('cashier.copy')}
          </Button>
          <Button onClick={onDone}>{t('account.recoveryKept')}</Button>
        </Actions>
      </SheetAction>
    </div>
  );
};
