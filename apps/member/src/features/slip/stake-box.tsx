import { currentLan, useT } from '../../shell/i18n.tsx';
import { useUser } from '../../api/query.ts';
import { stakeText } from './stake-text.ts';
import styles from './stake-box.module.css';

// Where the focus goes when the sheet opens: digits typed on a keyboard land here, and Tab goes on from here.
const takeFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

type Props = {
  /** Whose stake it is: "Stake", "Stake per line", "Stake · Brazil to win". */
  label: string;
  stake: string;
  wrong: boolean;
  /** Opens the pad, where it makes room for the selections. */
  onOpen?: (() => void) | undefined;
};

/** The stake as typed so far. */
export const StakeBox = ({ label, stake, wrong, onOpen }: Props) => {
  const t = useT();
  const currency = useUser()?.currency;
  return (
    <div className={styles.box} data-wrong={wrong} tabIndex={-1} ref={takeFocus}>
      <span className={styles.label} id="slip-stake">
        {label}
      </span>
      <output
        className={styles.stake}
        data-empty={stake === ''}
        aria-labelledby="slip-stake"
        aria-live="polite"
      >
        <bdi dir="ltr" className="figures">
          {stakeText(stake, currentLan())}
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
