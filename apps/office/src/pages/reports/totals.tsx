import type { Figures as Sums } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../api/day-formats.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Figure, Figures } from '../../ui/figure.tsx';

const toneOf = (amount: string): 'bad' | 'plain' => (amount.startsWith('-') ? 'bad' : 'plain');

/** The total of all days. */
export const Totals = ({ of }: { of: Sums }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const { percent } = useDayFormats();
  return (
    <Figures label={t('unit.of', { name: t('report.total'), unit: currency })}>
      <Figure name={t('today.stakes')} value={money(of.stakes)} note={t('today.bets', { count: of.bets })} />
      <Figure
        name={t('today.payouts')}
        value={money(of.payouts)}
        note={t('today.refunds', { amount: money(of.refunds) })}
      />
      <Figure
        name={t('today.ggr')}
        value={money(of.ggr)}
        tone={toneOf(of.ggr)}
        note={of.hold === undefined ? undefined : t('today.hold', { percent: percent(of.hold) })}
      />
      <Figure
        name={t('today.ngr')}
        value={money(of.ngr)}
        tone={toneOf(of.ngr)}
        note={t('today.promotions', { amount: money(of.promotions) })}
      />
      <Figure name={t('today.recharges')} value={money(of.recharges)} />
      <Figure
        name={t('today.withdrawals')}
        value={money(of.withdrawals)}
        note={t('today.fees', { amount: money(of.fees) })}
      />
    </Figures>
  );
};
