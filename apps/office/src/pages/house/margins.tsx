import type { HouseMargin } from '@touchline/contract/shapes/house';
import { useNavigate } from '@tanstack/react-router';
import {
  allMarkets,
  fewBets,
  marginAxis,
  marginBar,
  marginRows,
  type MarginRow,
} from '@touchline/kit/house-figures';
import { useMemo } from 'react';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageSearch } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './house.module.css';
import { MonthChoice, monthOf } from './month-choice.tsx';
import { countText, marketText, percentText } from './texts.ts';

const keyOf = ({ market }: MarginRow): string => market;

type Axis = { from: number; to: number };

const useColumns = (all: MarginRow | undefined, axis: Axis): Column<MarginRow>[] => {
  const t = useT();
  const { money, signed, currency } = useFormats();
  return useMemo(() => {
    const amount = (name: string): string => t('unit.of', { name, unit: currency });
    return [
      {
        id: 'market',
        header: t('house.market'),
        foot: t('house.allMarkets'),
        cell: ({ market }) => marketText(market),
      },
      {
        id: 'bets',
        header: t('house.bets'),
        align: 'end',
        foot: all && countText(all.bets),
        cell: ({ bets }) => countText(bets),
      },
      {
        id: 'stake',
        header: amount(t('house.stakes')),
        align: 'end',
        wide: true,
        foot: all && money(all.stake),
        cell: ({ stake }) => money(stake),
      },
      {
        id: 'promised',
        header: amount(t('house.promised')),
        align: 'end',
        foot: all && <Share amount={money(all.promised)} percent={all.promisedPercent} />,
        cell: (row) => <Share amount={money(row.promised)} percent={row.promisedPercent} />,
      },
      {
        id: 'kept',
        header: amount(t('house.kept')),
        align: 'end',
        foot: all && <Share amount={signed(all.kept)} percent={all.keptPercent} />,
        cell: (row) => <Share amount={signed(row.kept)} percent={row.keptPercent} />,
      },
      {
        id: 'bar',
        header: t('house.beside'),
        foot: all && <Bar row={all} axis={axis} />,
        cell: (row) => <Bar row={row} axis={axis} />,
      },
    ];
  }, [t, money, signed, currency, all, axis]);
};

/** Margins promised and kept by market, of the month of the address; a row leads to the matches with bets on it. */
export const Margins = ({ margins }: { margins: readonly HouseMargin[] }) => {
  const t = useT();
  const navigate = useNavigate();
  const search = usePageSearch();
  const month = monthOf(search['month']);
  const { all, rows, axis } = useMemo(() => {
    const found = marginRows(margins, month);
    return { all: found[0], rows: found.slice(1), axis: marginAxis(found) };
  }, [margins, month]);
  const columns = useColumns(all, axis);
  return (
    <Section title={t('house.margins')}>
      <div className={styles.filters}>
        <MonthChoice
          value={month}
          onChange={(next) =>
            void navigate({ to: '.', search: { ...search, month: next ?? '' }, replace: true })
          }
        />
        <span className={styles.asOf}>{t('house.fewBets', { count: countText(fewBets) })}</span>
      </div>
      <DataTable
        label={t('house.margins')}
        columns={columns}
        keyOf={keyOf}
        rows={rows}
        searchOf={({ market }) => ({
          view: 'matches',
          ...(month === undefined ? {} : { month }),
          ...(market === allMarkets ? {} : { market }),
        })}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('house.none'), hint: t('house.noneHint') }}
      />
    </Section>
  );
};

/** An amount, and its share of the stakes. */
const Share = ({ amount, percent }: { amount: string; percent: number }) => (
  <>
    {amount} <span className={styles.share}>{percentText(percent)}</span>
  </>
);

/** What was kept as a bar from nothing, and what was promised as a mark. The figures next to it are the same. */
const Bar = ({ row, axis }: { row: MarginRow; axis: Axis }) => {
  const { zero, from, length, mark } = marginBar(row, axis);
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-few={row.bets < fewBets}
    >
      <rect className={styles.track} width="100" height="10" />
      <rect
        className={styles.kept}
        data-below={row.keptPercent < 0}
        x={from * 100}
        width={length * 100}
        y="1"
        height="8"
      />
      <path className={styles.zero} d={`M${zero * 100} 0V10`} />
      <path className={styles.promised} d={`M${mark * 100} 0V10`} />
    </svg>
  );
};
