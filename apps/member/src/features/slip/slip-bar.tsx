import { teamName } from '@touchline/locales/team-names';
import { formatOdds } from '@touchline/money/odds';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { selectionName } from '../labels/selection-name.ts';
import { useOddsText } from '../odds-button/odds-display.ts';
import styles from './slip-bar.module.css';
import { blockOf } from './slip-facts.ts';
import { dispatchSlip, useSlip } from './slip-store.ts';
import { viewOf } from './slip-view.ts';
import { useBounds } from './use-bounds.ts';

/** What is picked, one tap from the sheet. */
export const SlipBar = () => {
  const t = useT();
  const lan = currentLan();
  const slip = useSlip();
  const oddsText = useOddsText();
  const view = viewOf(slip, useBounds());
  const [only] = slip.items;
  const [bet] = view.bets;
  if (only === undefined || bet === undefined) return null;
  const { pick } = only;
  const isSeveral = slip.items.length > 1;
  const isLocked = bet.items.some((item) => ['suspended', 'closed'].includes(blockOf(item) ?? ''));
  return (
    <div className={styles.dock}>
      <button
        type="button"
        className={styles.bar}
        data-slip-bar
        onClick={() => dispatchSlip({ type: 'open' })}
      >
        <span className="visually-hidden">{t('slip.open')}: </span>
        <span className={styles.what}>
          <b className={styles.selection}>
            {isSeveral ? t('slip.count', { count: slip.items.length }) : selectionName(pick)}
          </b>
          <span className={styles.match}>
            {isSeveral ? (
              t(`slip.tab.${view.tab}`)
            ) : (
              <>
                {teamName(pick.home, lan)} – {teamName(pick.away, lan)}
              </>
            )}
          </span>
        </span>
        {isLocked && <Icon name="lock" size="small" />}
        {!isLocked && (!isSeveral || view.tab === 'accumulator') && view.conflicts.size === 0 && (
          <bdi dir="ltr" className={`figures ${styles.odds}`}>
            {oddsText(formatOdds(bet.figures.oddsMilli))}
          </bdi>
        )}
        <Icon name="forward" size="small" flips />
      </button>
    </div>
  );
};
