import { formatPercent } from '@touchline/locales/format';
import { teamName } from '@touchline/locales/team-names';
import { parseOdds, rateOfReturn } from '@touchline/money/odds';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { isolated } from '../labels/bidi.ts';
import { kickOffAt } from '../labels/kick-off.ts';
import { marketName, selectionName } from '../labels/selection-name.ts';
import { useNow } from '../labels/use-now.ts';
import { LegPrice } from './leg-price.tsx';
import { removePick } from './remove-pick.ts';
import { oddsNow } from './slip-facts.ts';
import styles from './slip-head.module.css';
import type { Item } from './slip-types.ts';

/** What is bet on and at which odds, for a slip of one selection. */
export const SlipHead = ({ item }: { item: Item }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const { pick } = item;
  const oddsMilli = parseOdds(oddsNow(item));
  const { clock, day } = kickOffAt(pick.kickOff, now);
  const match = `${teamName(pick.home, lan)} – ${teamName(pick.away, lan)}`;
  const when = day === undefined ? clock : `${day} ${clock}`;
  return (
    <div className={styles.head}>
      <div className={styles.what}>
        <p className={styles.selection}>{selectionName(pick)}</p>
        <p className={styles.match}>
          {marketName(pick.market)} · {match}&nbsp;· {when}
        </p>
      </div>
      <div className={styles.price}>
        <LegPrice item={item} size="l" />
        {oddsMilli !== undefined && (
          <p className={`figures ${styles.rate}`}>
            {t('slip.return', { percent: isolated(formatPercent(rateOfReturn(oddsMilli), { lan })) })}
          </p>
        )}
      </div>
      <span className={styles.remove}>
        <IconButton
          label={t('slip.remove')}
          icon={{ name: 'cross', size: 'small' }}
          disabled={item.ticket.phase === 'placing'}
          onClick={() => removePick(pick)}
        />
      </span>
    </div>
  );
};
