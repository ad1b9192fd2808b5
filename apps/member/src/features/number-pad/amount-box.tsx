import { type ReactNode, useId } from 'react';
import { currentLan, useT } from '../../shell/i18n.tsx';
import styles from './amount-box.module.css';
import { typedText } from './typed-text.ts';
import { useUser } from '../../state/use-user.ts';

// Where the focus goes when the sheet opens: digits typed on a keyboard land here, and Tab goes on from here.
const takeFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

type Props = {
  /** What the amount is: "Stake", "Stake per line", "Amount". */
  label: string;
  typed: string;
  wrong: boolean;
  /** Opens the pad, where it makes room for something else. */
  onOpen?: (() => void) | undefined;
  /** A button at the side of the label, e.g. for the whole balance. */
  action?: ReactNode;
};

/** An amount as typed so far. */
export const AmountBox = ({ label, typed, wrong, onOpen, action }: Props) => {
  const t = useT();
  const id = useId();
  const currency = useUser()?.currency;
  return (
    <div className={styles.box} data-wrong={wrong} tabIndex={-1} ref={takeFocus}>
      <span className={styles.label} id={id}>
        {label}
      </span>
      {action}
      <output className={styles.amount} data-empty={typed === ''} aria-labelledby={id} aria-live="polite">
        <bdi dir="ltr" className="figures">
          {typedText(typed, currentLan())}
        </bdi>
        <span className={styles.currency}> {currency}</span>
      </output>
      {onOpen !== undefined && (
        <button type="button" className={styles.open} onClick={onOpen}>
          <span className="visually-hidden">{t('slip.openPad')}</span>
        </button>
      )}
    </div>
  );
};
