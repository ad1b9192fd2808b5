import { currentLan, useT } from '../../shell/i18n.tsx';
import { useUser } from '../../api/query.ts';
import { stakeText } from './stake-text.ts';
import styles from './stake-box.module.css';

// Where the focus goes when the sheet opens: digits typed on a keyboard land here, and Tab goes on from here.
const takeFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

/** The stake as typed so far. */
export const StakeBox = ({ stake, wrong }: { stake: string; wrong: boolean }) => {
  const t = useT();
  const currency = useUser()?.currency;
  return (
    <div className={styles.box} data-wrong={wrong} tabIndex={-1} ref={takeFocus}>
      <span className={styles.label} id="slip-stake">
        {t('slip.stake')}
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
    </div>
  );
};
