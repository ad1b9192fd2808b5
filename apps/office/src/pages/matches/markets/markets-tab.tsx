import type { OfficeEventDetail, OfficeMarket } from '@touchline/contract/shapes/office-trading';
import { formatPercent } from '@touchline/locales/format';
import { useMemo } from 'react';
import { useFormats } from '../../../api/site.ts';
import { Split } from '../../../queue/split.tsx';
import { currentLan, useT } from '../../../shell/i18n.ts';
import { usePageSearch } from '../../../shell/use-page-search.ts';
import { type Column, DataTable } from '../../../table/data-table.tsx';
import { nameOfMarket } from '../../../trading/names.ts';
import { Tag } from '../../../ui/tag.tsx';
import { useGo } from '../use-go.ts';
import { type Sized, useIsTight, useRoom, useWidth } from '../use-room.ts';
import { MarketPanel } from './market-panel.tsx';
import { MarketState } from './market-state.tsx';
import { Prices } from './prices.tsx';
import { isAboveBest } from './pricing.ts';

const keyOf = ({ market: { market, line = '' } }: OfficeMarket): string => `${market}|${line}`;

const useColumns = (isOpen: boolean): readonly Column<OfficeMarket>[] => {
  const isTight = useIsTight(isOpen);
  const width = useWidth();
  const t = useT();
  const { ago } = useFormats();
  const columns = useMemo<Sized<OfficeMarket>[]>(
    () => [
      { id: 'market', header: t('price.market'), cell: ({ market }) => nameOfMarket(market) },
      { id: 'state', header: t('column.state'), from: 1, cell: (row) => <MarketState of={row} /> },
      {
        id: 'offered',
        header: t('price.offered'),
        cell: ({ market, best }) => (
          <>
            <Prices
              of={market}
              odds={market.selections.map(({ odds }) => odds)}
              isSoft={market.state !== 'open'}
              isTight={isTight}
            />
            {market.selections.some(({ odds }, at) => isAboveBest(odds, best?.[at]?.odds)) && (
              <Tag tone="bad">{t('price.aboveBest')}</Tag>
            )}
          </>
        ),
      },
      {
        id: 'model',
        header: t('price.model'),
        wide: true,
        cell: ({ market, model }) => (model === undefined ? '–' : <Prices of={market} odds={model} isSoft />),
      },
      {
        id: 'margin',
        header: t('price.margin'),
        align: 'end',
        from: 2,
        // A market without prices has no margin.
        cell: ({ market }) =>
          market.selections.every(({ odds }) => odds === null)
            ? '–'
            : formatPercent(market.margin, { lan: currentLan() }),
      },
      {
        id: 'trader',
        from: 1,
        header: t('price.trader'),
        cell: ({ price }) => (price === undefined ? '–' : <Tag tone="wait">{price.by.name}</Tag>),
      },
      {
        id: 'changed',
        header: t('price.changed'),
        wide: true,
        cell: ({ changed }) => (changed === undefined ? '–' : `${changed.by.name} · ${ago(changed.at)}`),
      },
    ],
    [t, ago, isTight],
  );
  return useRoom(columns, isTight ? 0 : width === 0 ? 1 : 2);
};

/** Markets of a match, dense; the one that is open next to them. */
export const MarketsTab = ({ of, isOpen }: { of: OfficeEventDetail; isOpen: boolean }) => {
  const t = useT();
  const go = useGo();
  const columns = useColumns(isOpen);
  const search = usePageSearch();
  const open = of.markets.find((one) => keyOf(one) === search['m']);
  return (
    <Split
      list={
        <DataTable
          label={t('match.markets')}
          columns={columns}
          keyOf={keyOf}
          rows={of.markets}
          error={null}
          searchOf={(row) => ({ ...search, m: keyOf(row) })}
          openKey={search['m']}
          onRetry={() => undefined}
          empty={{ title: t('price.none'), hint: t('price.noneHint') }}
          isNarrow={isOpen}
        />
      }
      open={
        open && {
          key: keyOf(open),
          title: nameOfMarket(open.market),
          content: <MarketPanel match={of} of={open} />,
          onClose: () => go({ m: '' }),
        }
      }
    />
  );
};
