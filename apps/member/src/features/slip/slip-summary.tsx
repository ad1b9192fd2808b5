import type { ReactNode } from 'react';
import { formatMoney, formatOdds, formatPercent } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import type { Quote } from './quote.ts';
import styles from './slip-summary.module.css';

type Props = { quote: Quote; odds: string; margin: string; scale: number };

/** What the stake means: the return, the chance at which it pays off, the margin and what is left. */
export const SlipSummary = ({ quote, odds, margin, scale }: Props) => {
  const t = useT();
  const lan = currentLan();
  const money = (minor: bigint) => formatMoney(formatAmount(minor, scale), { lan });
  const chance = {
    odds: isolated(formatOdds(odds, { lan })),
    percent: isolated(formatPercent(quote.breakEven, { lan })),
  };
  return (
    <dl className={styles.summary}>
      <Row label={t('slip.receive')} strong>
        <bdi dir="ltr">{money(quote.receiveMinor)}</bdi>
      </Row>
      <Row label={t('slip.breakEven')}>{t('slip.oneIn', chance)}</Row>
      {margin !== '' && (
        <Row label={t('slip.margin')}>
          <bdi dir="ltr">{formatPercent(margin, { lan })}</bdi>
        </Row>
      )}
      <Row label={t('slip.left')}>
        <bdi dir="ltr">{money(quote.leftMinor)}</bdi>
      </Row>
    </dl>
  );
};

const Row = ({
  label,
  strong = false,
  children,
}: {
  label: string;
  strong?: boolean;
  children: ReactNode;
}) => (
  <div className={styles.row} data-strong={strong}>
    <dt>{label}</dt>
    <dd className="figures">{children}</dd>
  </div>
);
