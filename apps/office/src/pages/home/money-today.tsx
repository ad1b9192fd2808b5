import { Link } from '@tanstack/react-router';
import type { Output } from '@touchline/contract/routes';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Figure, FigureList } from '../../ui/figure.tsx';

type Today = Output<'officeToday'>;

const toneOf = (amount: string): 'bad' | 'plain' => (amount.startsWith('-') ? 'bad' : 'plain');

/** What the day made, and what the open matches can still cost. */
export const MoneyToday = ({ of: { day, money: made, exposure } }: { of: Today }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const { percent } = useDayFormats();
  const mayReport = useMay()('officeReportDays');
  const reported = (amount: string) =>
    mayReport ? (
      <Link to="/reports" search={{ from: day, to: day }}>
        {money(amount)}
      </Link>
    ) : (
      money(amount)
    );
  if (made === undefined && exposure === undefined) return null;
  return (
    <FigureList label={t('unit.of', { name: t('today.money'), unit: currency })}>
      {made !== undefined && (
        <>
          <Figure name={t('today.recharges')} value={reported(made.recharges)} />
          <Figure
            name={t('today.withdrawals')}
            value={reported(made.withdrawals)}
            note={t('today.fees', { amount: money(made.fees) })}
          />
          <Figure
            name={t('today.stakes')}
            value={reported(made.stakes)}
            note={t('today.bets', { count: made.bets })}
          />
          <Figure
            name={t('today.payouts')}
            value={reported(made.payouts)}
            note={t('today.refunds', { amount: money(made.refunds) })}
          />
          <Figure
            name={t('today.ggr')}
            value={reported(made.ggr)}
            tone={toneOf(made.ggr)}
            note={made.hold === undefined ? undefined : t('today.hold', { percent: percent(made.hold) })}
          />
          <Figure
            name={t('today.ngr')}
            value={reported(made.ngr)}
            tone={toneOf(made.ngr)}
            note={t('today.promotions', { amount: money(made.promotions) })}
          />
        </>
      )}
      {exposure !== undefined && (
        <Figure
          name={t('today.exposure')}
          value={
            <Link to="/risk" search={{}}>
              {money(exposure.site.used)}
            </Link>
          }
          percent={exposure.site.percent}
          note={
            exposure.site.percent === undefined
              ? `${t('today.matches', { count: exposure.events })}, ${t('today.noCap')}`
              : `${t('today.matches', { count: exposure.events })} · ${t('today.ofCap', { percent: percent(exposure.site.percent) })}`
          }
        />
      )}
    </FigureList>
  );
};
