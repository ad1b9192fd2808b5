import { type ReactNode, useId } from 'react';
import { currentLan, useT } from '../../lib/i18n.tsx';
import styles from './number-pad.module.css';
import { typedText } from './keypad.ts';
import { useUser } from '../../lib/user.ts';

// Where the focus goes when the sheet opens: digits typed on a keyboard land here, and Tab continues from here.
const takeFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

type Props = {
  /** What the amount is: "Stake", "Stake per line", "Amount". */
  label: string;
  typed: string;
  wrong: boolean;
  /** Id of the note below with the problem or the bounds. */
  note?: string;
  /** Opens the pad, where it makes room for something else. */
  onOpen?: (() => void) | undefined;
  /** A button at the side of the label, e.g. for the whole balance. */
  action?: ReactNode;
};

/** An amount as typed so far. */
export const AmountBox = ({ label, typed, wrong, note, onOpen, action }: Props) => {
  const t = useT();
  const id = useId();
  const currency = useUser()?.currency;
  return (
    <div className={styles.box} data-wrong={wrong}>
      <span className={styles.label} id={id}>
        {label}
      </span>
      {action}
      {/* Not an input: no system keyboard comes up. What is typed into it, or on the pad, is read out. */}
      <div
        className={styles.amount}
        data-empty={typed === ''}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="textbox"
        tabIndex={onOpen === undefined ? 0 : -1}
        aria-labelledby={id}
        aria-describedby={note}
        aria-invalid={wrong}
        aria-live="polite"
        ref={takeFocus}
      >
        <bdi dir="ltr" className="figures">
          {typedText(typed, currentLan())}
        </bdi>
        <span className={styles.currency}> {currency}</span>
      </div>
      {onOpen !== undefined && (
        <button type="button" className={styles.open} onClick={onOpen}>
          <span className="visually-hidden">{t('slip.openPad')}</span>
        </button>
      )}
    </div>
  );
};
