import { teamName } from '@touchline/locales/team-names';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { selectionName } from '../labels/selection-name.ts';
import { useOddsText } from '../odds-button/odds-display.ts';
import styles from './slip-bar.module.css';
import { blockOf, priceToAnswer } from './slip-state.ts';
import { dispatchSlip, useSlip } from './slip-store.ts';

/** The picked selection, one tap from the sheet. */
export const SlipBar = () => {
  const t = useT();
  const lan = currentLan();
  const slip = useSlip();
  const oddsText = useOddsText();
  const { pick } = slip;
  if (pick === undefined) return null;
  const odds = priceToAnswer(slip) ?? slip.agreed;
  return (
    <div className={styles.dock}>
      <button type="button" className={styles.bar} onClick={() => dispatchSlip({ type: 'open' })}>
        <span className="visually-hidden">{t('slip.open')}: </span>
        <span className={styles.what}>
          <b className={styles.selection}>{selectionName(pick)}</b>
          <span className={styles.match}>
            {teamName(pick.home, lan)} – {teamName(pick.away, lan)}
          </span>
        </span>
        {blockOf(slip) === undefined ? (
          <bdi dir="ltr" className={`figures ${styles.odds}`}>
            {oddsText(odds)}
          </bdi>
        ) : (
          <Icon name="lock" size="small" />
        )}
        <Icon name="forward" size="small" flips />
      </button>
    </div>
  );
};
