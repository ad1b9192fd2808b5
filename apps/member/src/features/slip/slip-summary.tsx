import type { ReactNode } from 'react';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { formatOdds } from '@touchline/money/odds';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { useOddsText } from '../odds-button/odds-display.ts';
import type { BetFigures } from './quote.ts';
import styles from './slip-summary.module.css';
import type { BetView, SlipView } from './slip-view.ts';

type Props = {
  view: SlipView;
  /** The bet whose stake is being typed. */
  bet: BetView;
  scale: number;
};

/** What the stake means: the return, the chance at which it pays off, the margin and what is left. */
export const SlipSummary = ({ view, bet, scale }: Props) => {
  const t = useT();
  const lan = currentLan();
  const money = (minor: bigint) => formatMoney(formatAmount(minor, scale), { lan });
  const { tab, total } = view;
  const isSystem = tab === 'system';
  const isSeveral = tab === 'single' && view.bets.length > 1;
  const { figures, quote } = bet;
  return (
    <dl className={styles.summary}>
      {tab !== 'single' && <CombinedOdds figures={figures} />}
      {isSystem && (
        <Row label={t('slip.totalStake')}>
          <bdi dir="ltr">
            {figures.lines} × {money(quote.unitMinor)} = {money(quote.stakeMinor)}
          </bdi>
        </Row>
      )}
      <Row label={isSeveral || isSystem ? t('slip.receiveAll') : t('slip.receive')} strong>
        <bdi dir="ltr">{money(total.receiveMinor)}</bdi>
      </Row>
      {isSystem ? <WinsNeeded figures={figures} count={bet.items.length} /> : <BreakEven figures={figures} />}
      {figures.margin !== undefined && (
        <Row label={tab === 'single' ? t('slip.margin') : t('slip.marginAll')}>
          <bdi dir="ltr">{formatPercent(figures.margin, { lan })}</bdi>
        </Row>
      )}
      <Row label={t('slip.left')} short={total.leftMinor < 0n}>
        <bdi dir="ltr">{money(total.leftMinor)}</bdi>
      </Row>
    </dl>
  );
};

/** The odds of all legs together and their rate of return. */
const CombinedOdds = ({ figures }: { figures: BetFigures }) => {
  const t = useT();
  const oddsText = useOddsText();
  const percent = formatPercent(figures.rateOfReturn, { lan: currentLan() });
  return (
    <Row label={t('slip.allOdds')}>
      <bdi dir="ltr">
        <b>{oddsText(formatOdds(figures.oddsMilli))}</b>
      </bdi>{' '}
      · {t('slip.return', { percent: isolated(percent) })}
    </Row>
  );
};

const BreakEven = ({ figures }: { figures: BetFigures }) => {
  const t = useT();
  return (
    <Row label={t('slip.breakEven')}>{isolated(formatPercent(figures.breakEven, { lan: currentLan() }))}</Row>
  );
};

/** From how many right legs on a system is sure to bring its stake back. */
const WinsNeeded = ({ figures: { winsToBreakEven }, count }: { figures: BetFigures; count: number }) => {
  const t = useT();
  return (
    <Row label={t('slip.stakeBack')}>
      {winsToBreakEven === undefined
        ? t('slip.stakeBackNever')
        : t('slip.stakeBackFrom', { wins: winsToBreakEven, count })}
    </Row>
  );
};

const Row = ({
  label,
  strong = false,
  short = false,
  children,
}: {
  label: string;
  strong?: boolean;
  /** There is not as much. */
  short?: boolean;
  children: ReactNode;
}) => (
  <div className={styles.row} data-strong={strong} data-short={short}>
    <dt>{label}</dt>
    <dd className="figures">{children}</dd>
  </div>
);
