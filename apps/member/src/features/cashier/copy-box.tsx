import { useRef } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { inGroups } from './texts.ts';
import styles from './cashier.module.css';

type Props = {
  label: string;
  text: string;
  /** How it is shown, when not as it is copied. */
  shown?: string;
  /** Shown in groups of four, for what people compare by eye. */
  grouped?: boolean;
};

/** A text to be copied, such as an address: in full, left to right, with its button. */
export const CopyBox = ({ label, text, shown = text, grouped = false }: Props) => {
  const t = useT();
  const place = useRef<HTMLElement>(null);
  return (
    <div className={styles.box}>
      <div className={styles.what}>
        <span className={styles.copyBoxLabel}>{label}</span>
        <bdi ref={place} dir="ltr" className={`figures ${styles.copyBoxText}`} translate="no">
          {grouped ? inGroups(text).map((group, at) => <span key={`${at} ${group}`}>{group}</span>) : shown}
        </bdi>
      </div>
      <button type="button" className={styles.copy} onClick={() => void copyText(text, place.current)}>
        <Icon name="copy" size="small" />
        {t('cashier.copy')}
        <span className="visually-hidden"> {label}</span>
      </button>
    </div>
  );
};
