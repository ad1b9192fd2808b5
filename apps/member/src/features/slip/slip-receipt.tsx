import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatMoney, formatOdds } from '@touchline/locales/format';
import { formatClock } from '@touchline/locales/format-time';
import { teamName } from '@touchline/locales/team-names';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { deviceTimeZone } from '../labels/kick-off.ts';
import { periodName, selectionName } from '../labels/selection-name.ts';
import styles from './slip-receipt.module.css';

/** A placed bet as the book confirmed it: its figures, its number, and the way to the records. */
export const SlipReceipt = ({ bet, onClose }: { bet: Bet; onClose: () => void }) => {
  const t = useT();
  const lan = currentLan();
  const [leg] = bet.legs;
  return (
    <div className={styles.receipt}>
      <output className={styles.head}>
        <span className={styles.mark}>
          <Icon name="check" />
        </span>
        {t('slip.placed')}
      </output>
      {leg !== undefined && (
        <div>
          <p className={styles.selection}>{selectionName(leg)}</p>
          <p className={styles.match}>
            {teamName(leg.home, lan)} – {teamName(leg.away, lan)} · {periodName(leg.market)}
          </p>
        </div>
      )}
      <dl className={styles.figures}>
        <Figure label={t('slip.stake')}>{formatMoney(bet.stake, { lan })}</Figure>
        <Figure label={t('slip.odds')}>{formatOdds(bet.odds, { lan })}</Figure>
        <Figure label={t('slip.receive')}>{formatMoney(bet.potential, { lan })}</Figure>
      </dl>
      <dl className={styles.facts}>
        <Fact label={t('slip.placedAt')}>
          {formatClock(bet.placedAt, { lan, timeZone: deviceTimeZone() })}
        </Fact>
        <Fact label={t('slip.number')}>{bet.id}</Fact>
      </dl>
      <div className={styles.actions}>
        <Link
          to="/pages/gamerecord/gamerecord"
          search={{}}
          className={buttonClass('quiet')}
          onClick={onClose}
        >
          {t('slip.records')}
        </Link>
        <Button onClick={onClose}>{t('slip.done')}</Button>
      </div>
    </div>
  );
};

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <bdi dir="ltr" className="figures">
        {children}
      </bdi>
    </dd>
  </div>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>
      <bdi dir="ltr" className="figures">
        {children}
      </bdi>
    </dd>
  </div>
);
