import type { Market } from '@touchline/contract/shapes/football';
import type { OfficeEventDetail, OfficeMarket } from '@touchline/contract/shapes/office-trading';
import { formatPercent } from '@touchline/locales/format';
import { useMemo } from 'react';
import { useFormats } from '../../../lib/site.ts';
import { Split } from '../../../features/queue/paged-list.tsx';
import { currentLan, useT } from '../../../lib/i18n.ts';
import { usePageSearch } from '../../../lib/search.ts';
import { useMay } from '../../../lib/rights.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { nameOfMarket, shortSelection } from '../../../features/trading/names.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Section } from '../../../ui/page.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useGo, useIsTight, useRoom, useWidth, type Sized } from '../use-room.ts';
import { MarketActions } from './market-actions.tsx';
import styles from './markets.module.css';
import { PriceForm } from './price-form.tsx';
import { PriceHistory } from './price-history.tsx';
import { isAboveBest } from './pricing.ts';
import { SelectionTable } from './selection-table.tsx';

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

/** One market: who stopped it, its prices next to the model's, setting them, and all it has had. */
const MarketPanel = ({ match, of }: { match: OfficeEventDetail; of: OfficeMarket }) => {
  const t = useT();
  const { ago, when } = useFormats();
  const may = useMay();
  const { market, fed, oneSided, stop, price, changed } = of;
  const canPrice =
    may('officePriceSet') &&
    match.event.state === 'scheduled' &&
    (market.state === 'open' || market.state === 'suspended');
  return (
    <>
      <MarketActions match={match} of={of} />
      <Facts
        of={[
          [t('column.state'), <MarketState key="state" of={of} />],
          [t('price.fed'), fed === market.state ? undefined : t(`marketState.${fed}`)],
          [t('price.oneSided'), oneSided && t('price.oneSidedWhy')],
          [
            t('price.stopped'),
            stop &&
              `${t('stop.by', { who: stop.by.name, when: when(stop.at) })} · ${
                stop.market === undefined
                  ? stop.event === undefined
                    ? t('stop.everything')
                    : t('stop.whole')
                  : t('price.thisMarket')
              } · ${stop.reason}`,
          ],
          [
            t('price.fixed'),
            price && `${t('stop.by', { who: price.by.name, when: when(price.at) })} · ${price.reason}`,
          ],
          [t('price.changed'), changed && `${changed.by.name} · ${ago(changed.at)} · ${changed.why}`],
          [t('price.version'), String(market.version)],
        ]}
      />
      {canPrice ? <PriceForm match={match} of={of} /> : <SelectionTable match={match} of={of} />}
      <Section title={t('price.history')}>
        <PriceHistory event={match.event.id} teams={match.event} of={market} />
      </Section>
    </>
  );
};

const fewMost = 3;

/** The prices of a market on one line, one below the other from row to row; of many only their number. */
const Prices = ({
  of: { selections },
  odds,
  isSoft = false,
  isTight = false,
}: {
  of: Pick<Market, 'selections'>;
  odds: readonly (string | null)[];
  isSoft?: boolean;
  /** Without the names of selections. */
  isTight?: boolean;
}) => {
  const t = useT();
  if (selections.length > fewMost) {
    const count = odds.filter((one) => one !== null).length;
    return <span className={styles.many}>{t('price.count', { count })}</span>;
  }
  return (
    <span className={styles.prices} data-soft={isSoft} data-tight={isTight}>
      {selections.map(({ selection }, at) => (
        <span key={selection} className={styles.price}>
          {!isTight && <span className={styles.selection}>{shortSelection(selection)}</span>}
          <span>{odds[at] ?? '–'}</span>
        </span>
      ))}
    </span>
  );
};

const toneOf = { open: 'good', suspended: 'wait', closed: 'plain', settled: 'plain', void: 'plain' } as const;

/** Whether a market takes bets, and if a trader or its feed keeps it from doing so. */
const MarketState = ({ of: { market, stop } }: { of: OfficeMarket }) => {
  const t = useT();
  if (stop !== undefined && market.state === 'suspended') return <Tag tone="bad">{t('stop.stopped')}</Tag>;
  return <Tag tone={toneOf[market.state]}>{t(`marketState.${market.state}`)}</Tag>;
};
