import { formatOdds, formatPercent } from '@touchline/locales/format';
import { teamName } from '@touchline/locales/team-names';
import { parseOdds, rateOfReturn } from '@touchline/money/odds';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolated } from '../labels/bidi.ts';
import { kickOffAt } from '../labels/kick-off.ts';
import { periodName, selectionName } from '../labels/selection-name.ts';
import { useNow } from '../labels/use-now.ts';
import styles from './slip-head.module.css';
import { priceToAnswer, type Pick, type SlipState } from './slip-state.ts';
import { dispatchSlip } from './slip-store.ts';

/** What is bet on and at which odds; a price that moved stands beside the one before. */
export const SlipHead = ({ slip, pick }: { slip: SlipState; pick: Pick }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const moved = priceToAnswer(slip);
  const odds = moved ?? slip.agreed;
  const before = moved === undefined ? slip.before : slip.agreed;
  const oddsMilli = parseOdds(odds);
  const { clock, day } = kickOffAt(pick.kickOff, now);
  const match = `${teamName(pick.home, lan)} – ${teamName(pick.away, lan)}`;
  const when = day === undefined ? clock : `${day} ${clock}`;
  return (
    <div className={styles.head}>
      <div className={styles.what}>
        <p className={styles.selection}>{selectionName(pick)}</p>
        <p className={styles.match}>
          {match} · {periodName(pick.market)} · {when}
        </p>
      </div>
      <div className={`figures ${styles.price}`}>
        <bdi dir="ltr" className={styles.odds} data-moved={moved !== undefined}>
          {before !== undefined && (
            <>
              <s aria-hidden="true">{formatOdds(before, { lan })}</s>
              <span aria-hidden="true"> → </span>
            </>
          )}
          {formatOdds(odds, { lan })}
        </bdi>
        {oddsMilli !== undefined && (
          <p className={styles.rate}>
            {t('slip.return', { percent: isolated(formatPercent(rateOfReturn(oddsMilli), { lan })) })}
          </p>
        )}
      </div>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('slip.remove')}
        disabled={slip.phase === 'placing'}
        onClick={() => dispatchSlip({ type: 'remove' })}
      >
        <Icon name="cross" size="small" />
      </button>
    </div>
  );
};
