import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ruleOfMarket } from '@touchline/contract/rules';
import type { Market, PriceHistory } from '@touchline/contract/shapes/football';
import { legLineOf } from '@touchline/football/leg-line';
import { marketOf } from '@touchline/football/markets';
import { formatPercent } from '@touchline/locales/format';
import { useState } from 'react';
import { callQuery } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';
import { Fold } from '../../ui/fold.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isolated } from '../labels/bidi.ts';
import { MarginMeaning } from '../labels/margin-meaning.tsx';
import { Moment, useNow } from '../labels/time.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import { handicapText, selectionName, totalLineText } from '../labels/selection-name.ts';
import { LoadFailure } from '../load-failure/load-failure.tsx';
import type { PricedMatch } from '../odds-button/put-in-slip.ts';
import { byLine, nearestLines } from './market-groups.ts';
import { likeliest, priceSeries } from './price-series.ts';
import styles from './markets.module.css';

type Props = { history: PriceHistory; shown: readonly string[]; untilMs: number };

/** Size of the drawing in its own units; it stretches to the width of its place. */
const [width, height] = [100, 40];

/** Prices over time as thin steps. Decoration next to the table that says the same. */
const PriceChart = ({ history, shown, untilMs }: Props) => (
  <svg
    className={styles.chart}
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio="none"
    aria-hidden="true"
    focusable="false"
  >
    {priceSeries(history, { shown, untilMs }).map(({ selection, path }, at) => (
      <path
        key={selection}
        className={styles.insightLine}
        data-nth={at}
        d={path}
        transform={`translate(0 2) scale(${width} ${height - 4})`}
      />
    ))}
  </svg>
);

/** The stroke a selection is drawn with, for the legend. */
const Stroke = ({ nth }: { nth: number }) => (
  <svg className={styles.stroke} viewBox="0 0 20 4" aria-hidden="true" focusable="false">
    <path className={styles.insightLine} data-nth={nth} d="M0 2H20" />
  </svg>
);

/** Most lines in one chart; more could not be distinguished. */
const seriesMax = 3;

/** What lies behind the prices of a market: their history, where each pays off, the margin and the rule. */
export const MarketInsight = ({ match, lines }: { match: PricedMatch; lines: readonly Market[] }) => {
  const t = useT();
  const [wanted, setWanted] = useState<string>();
  const market = lines.find(({ line }) => line === wanted) ?? nearestLines(lines, 1)[0];
  if (market === undefined) return null;
  return (
    <div className={styles.insight}>
      {lines.length > 1 && (
        <SelectBox
          label={t('insight.line')}
          value={market.line ?? ''}
          options={byLine(lines).map(({ line = '' }) => ({ value: line, label: lineLabel(market, line) }))}
          onChange={setWanted}
        />
      )}
      <Prices match={match} market={market} />
      <p className={styles.words}>
        <MarginMeaning margin={market.margin} />
      </p>
      <Link to="/pages/rules/rules" search={{ section: ruleOfMarket(market.market) }} className={styles.rule}>
        {t('insight.rule')}
      </Link>
    </div>
  );
};

const lineLabel = ({ market }: Market, line: string): string =>
  marketOf(market)?.card === 'handicap'
    ? isolated(`${handicapText(line)} / ${handicapText(legLineOf(market, 'away', line))}`)
    : totalLineText(line);

/** The history of the selections shown, drawn and written. */
const Prices = ({ match, market }: { match: PricedMatch; market: Market }) => {
  const t = useT();
  const now = useNow();
  const [wanted, setWanted] = useState('');
  const query = callQuery('priceHistory', {
    event: match.id,
    market: market.market,
    line: market.line,
  });
  // A new version of the prices is a new point of their history.
  const { data, error, refetch } = useQuery({
    ...query,
    queryKey: [...query.queryKey, market.version],
    placeholderData: keepPreviousData,
  });
  if (data === undefined) {
    return error === null ? <Skeleton height={8} /> : <LoadFailure error={error} onRetry={refetch} />;
  }
  const all = market.selections.map(({ selection }) => selection);
  const shown = all.includes(wanted) ? [wanted] : likeliest(market.selections, seriesMax);
  const name = (selection: string): string => nameOf(match, market, selection);
  return (
    <>
      {all.length > seriesMax && (
        <SelectBox
          label={t('insight.selection')}
          value={wanted}
          options={[
            { value: '', label: t('insight.likeliest') },
            ...all.map((selection) => ({ value: selection, label: name(selection) })),
          ]}
          onChange={setWanted}
        />
      )}
      <PriceChart history={data} shown={shown} untilMs={untilOf(data, now)} />
      <ul className={styles.legend}>
        <li className={styles.heads} aria-hidden="true">
          <span className={styles.chance}>{t('insight.breakEven')}</span>
          <span className={styles.odds}>{t('slip.odds')}</span>
        </li>
        {shown.map((selection, nth) => (
          <Entry key={selection} market={market} selection={selection} name={name(selection)} nth={nth} />
        ))}
      </ul>
      <PriceTable history={data} shown={shown} name={name} />
    </>
  );
};

const nameOf = (match: PricedMatch, market: Market, selection: string): string => {
  const line = legLineOf(market.market, selection, market.line);
  return selectionName({
    home: match.home,
    away: match.away,
    market: market.market,
    selection,
    line,
  });
};

/** The right edge of the chart: now, or the last price of a clock that runs ahead. */
const untilOf = ({ list }: PriceHistory, now: number): number =>
  Math.max(now, Date.parse(list.at(-1)?.at ?? '') || 0);

/** A selection of the chart: its stroke, name, price and the chance at which it pays off. */
const Entry = (props: { market: Market; selection: string; name: string; nth: number }) => {
  const t = useT();
  const oddsText = useOddsText();
  const { market, selection, name, nth } = props;
  const { odds = null, breakEven = null } =
    market.selections.find((each) => each.selection === selection) ?? {};
  return (
    <li className={styles.entry}>
      <Stroke nth={nth} />
      <span className={styles.name}>{name}</span>
      {breakEven !== null && (
        <span className={styles.chance}>
          <span className="visually-hidden">{t('insight.breakEven')} </span>
          <bdi dir="ltr">{formatPercent(breakEven, { lan: currentLan() })}</bdi>
        </span>
      )}
      {odds !== null && (
        <bdi dir="ltr" className={`figures ${styles.odds}`}>
          {oddsText(odds)}
        </bdi>
      )}
    </li>
  );
};

type PriceTableProps = {
  history: PriceHistory;
  shown: readonly string[];
  name: (selection: string) => string;
};

/** Rows of the table: enough to see where the prices come from. */
const rowsMax = 24;

/** The same history in figures, the latest first. */
const PriceTable = ({ history, shown, name }: PriceTableProps) => {
  const t = useT();
  const oddsText = useOddsText();
  const columns = shown.map((selection) => history.selections.indexOf(selection));
  const rows = history.list.slice(-rowsMax).toReversed();
  return (
    <Fold label={t('insight.table')}>
      <FigureTable small label={t('insight.table')} columns={[t('insight.when'), ...shown.map(name)]}>
        {rows.map(({ at, version, odds }) => (
          <FigureRow key={version} head={<Moment at={at} />}>
            {columns.map((column, nth) => {
              const price = odds[column] ?? null;
              return (
                <td key={shown[nth]}>
                  {price === null ? t('event.suspended') : <Figure>{oddsText(price)}</Figure>}
                </td>
              );
            })}
          </FigureRow>
        ))}
      </FigureTable>
    </Fold>
  );
};
