import type { HouseMatch } from '@touchline/contract/shapes/house';
import { Link } from '@tanstack/react-router';
import { BUILDER } from '@touchline/football/builder-parts';
import { marketNames } from '@touchline/football/markets';
import { fewMarket } from '@touchline/kit/house-figures';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageNumber } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './house.module.css';
import { MonthChoice, monthOf } from './month-choice.tsx';
import { countText, marketText, percentText, timesText } from './texts.ts';

const limit = 50;
/** A match has a row for each of its rulings. */
const keyOf = ({ event, version }: HouseMatch): string => `${event}.${version}`;
const ofRow = (row: HouseMatch) => ({ member: '-', id: keyOf(row) });
const nameOf = ({ home, away }: HouseMatch): string => `${home} – ${away}`;
const share = (amount: string, stake: string): string =>
  Number(stake) > 0 ? percentText((Number(amount) / Number(stake)) * 100) : '–';
const markets = [...marketNames, BUILDER, 'multiple', fewMarket];

const useColumns = (): Column<HouseMatch>[] => {
  const t = useT();
  const { money, signed, when, currency } = useFormats();
  return useMemo(() => {
    const amount = (name: string): string => t('unit.of', { name, unit: currency });
    return [
      { id: 'match', header: t('house.match'), cell: nameOf },
      {
        id: 'competition',
        header: t('column.competition'),
        wide: true,
        cell: ({ competition }) => competition,
      },
      { id: 'settled', header: t('house.settled'), cell: ({ settledAt }) => when(settledAt) },
      { id: 'bets', header: t('house.bets'), align: 'end', cell: ({ bets }) => countText(bets) },
      { id: 'stake', header: amount(t('house.stakes')), align: 'end', cell: ({ stake }) => money(stake) },
      {
        id: 'promised',
        header: amount(t('house.promised')),
        align: 'end',
        cell: ({ promised }) => money(promised),
      },
      { id: 'kept', header: amount(t('house.kept')), align: 'end', cell: ({ kept }) => signed(kept) },
      {
        id: 'keptShare',
        header: t('house.keptShare'),
        align: 'end',
        wide: true,
        cell: ({ kept, stake }) => share(kept, stake),
      },
      {
        id: 'times',
        header: t('house.payouts'),
        align: 'end',
        wide: true,
        cell: (row) => timesText(row, row.bets),
      },
      {
        id: 'index',
        header: t('house.entry'),
        align: 'end',
        wide: true,
        cell: ({ index }) => (index === undefined ? t('house.notLogged') : countText(index)),
      },
    ];
  }, [t, money, signed, when, currency]);
};

/** The sealed totals of matches, by the month and the market of the address. */
export const MatchesView = () => {
  const t = useT();
  const columns = useColumns();
  const page = usePageNumber();
  const queue = useQueue<HouseMatch>(undefined, ofRow);
  const month = monthOf(queue.search['month']);
  const market = markets.find((each) => each === queue.search['market']);
  const list = useCall('officeHouseMatches', { page, limit, month, market }, { keep: true, follow: true });
  const open = list.data?.list.find((row) => keyOf(row) === queue.open?.id);
  return (
    <>
      <div className={styles.filters}>
        <MonthChoice value={month} onChange={(next) => queue.filter({ month: next ?? '' })} />
        <Choice
          label={t('house.market')}
          all={t('house.allMarkets')}
          value={market}
          choices={markets}
          name={marketText}
          onChange={(next) => queue.filter({ market: next ?? '' })}
        />
      </div>
      <PagedList
        label={t('house.view.matches')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('house.none'), hint: t('house.noneHint') }}
        open={
          open && {
            key: keyOf(open),
            title: nameOf(open),
            content: <MatchDetail of={open} />,
            onClose: queue.close,
          }
        }
      />
    </>
  );
};

type MarketRow = HouseMatch['markets'][number];

/** One match: when it was settled, where it is in the log, and the totals of each market. */
const MatchDetail = ({ of }: { of: HouseMatch }) => {
  const t = useT();
  const may = useMay();
  const { money, signed, when } = useFormats();
  const columns: Column<MarketRow>[] = [
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
      foot: countText(of.bets),
      cell: ({ bets }) => countText(bets),
    },
    {
      id: 'stake',
      header: t('house.stakes'),
      align: 'end',
      foot: money(of.stake),
      cell: ({ stake }) => money(stake),
    },
    {
      id: 'promised',
      header: t('house.promised'),
      align: 'end',
      foot: money(of.promised),
      cell: ({ promised }) => money(promised),
    },
    {
      id: 'kept',
      header: t('house.kept'),
      align: 'end',
      foot: signed(of.kept),
      cell: ({ kept }) => signed(kept),
    },
  ];
  return (
    <>
      <Facts
        of={[
          [t('column.competition'), of.competition],
          [t('house.kickOff'), when(of.kickOff)],
          [t('house.fullTime'), of.fullTimeAt === undefined ? undefined : when(of.fullTimeAt)],
          [t('house.settled'), when(of.settledAt)],
          [t('house.payouts'), timesText(of, of.bets)],
          [t('house.ruling'), countText(of.version)],
          [t('house.entry'), of.index === undefined ? t('house.notLogged') : countText(of.index)],
        ]}
      />
      <Section title={t('house.byMarket')}>
        <DataTable
          label={t('house.byMarket')}
          columns={columns}
          keyOf={({ market }) => market}
          rows={of.markets}
          error={null}
          onRetry={() => undefined}
          empty={{ title: t('house.noBets'), hint: t('house.noBetsHint') }}
        />
      </Section>
      {may('officeEventList') && (
        <Link to="/matches" search={{ id: of.event }}>
          {t('house.openMatch')}
        </Link>
      )}
    </>
  );
};
