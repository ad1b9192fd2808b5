import type { EventExposure } from '@touchline/contract/shapes/office-views';
import { useFormats } from '../../api/site.ts';
import { sumOf } from '../../api/sum.ts';
import { nameOfMarket, nameOfLeg } from '../../trading/names.ts';
import { useT } from '../../shell/i18n.ts';
import { Empty } from '../../ui/empty.tsx';
import { Share } from './share.tsx';
import styles from './market-table.module.css';

type Market = EventExposure['markets'][number];

/** Markets with bets, the one that can cost most first, and below each its selections. */
export const MarketTable = ({ of }: { of: EventExposure }) => {
  const t = useT();
  if (of.markets.length === 0) {
    return <Empty title={t('risk.marketsEmpty')} hint={t('risk.marketsHint')} />;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section className={styles.box} aria-label={t('risk.markets')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('risk.selection')}</th>
            <th scope="col" data-align="end">
              {t('risk.cost')}
            </th>
            <th scope="col">{t('risk.cap')}</th>
            {(['stake', 'potential', 'combined', 'pending'] as const).map((name) => (
              <th key={name} scope="col" data-align="end">
                {t(`risk.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        {of.markets.map((market) => (
          <MarketRows key={`${market.market} ${market.line}`} of={market} event={of.event} />
        ))}
      </table>
    </section>
  );
};

const MarketRows = ({ of, event }: { of: Market; event: EventExposure['event'] }) => {
  const { money, signed } = useFormats();
  const costOf = (cost: string): string =>
    cost.startsWith('-') ? signed(cost.slice(1)) : signed(`-${cost}`);
  return (
    <tbody>
      <tr className={styles.market}>
        <th scope="rowgroup">{nameOfMarket(of)}</th>
        <td data-align="end">{of.worst === '0.00' ? money(of.worst) : signed(`-${of.worst}`)}</td>
        <td>
          <Share percent={of.percent} />
        </td>
        <td data-align="end">{money(sumOf(of.selections.map(({ stake }) => stake)))}</td>
        <td colSpan={3} aria-hidden="true" />
      </tr>
      {of.selections.map((one) => (
        <tr key={`${one.selection} ${one.line} ${one.since}`}>
          <th scope="row">
            {nameOfLeg({ market: of.market, selection: one.selection, line: one.line }, event)}
            {one.since !== undefined && (
              <span className={styles.since}> ({one.since.replace('-', '–')})</span>
            )}
          </th>
          <td data-align="end" data-loss={!one.cost.startsWith('-')}>
            {costOf(one.cost)}
          </td>
          <td>
            <Share percent={one.percent} />
          </td>
          <td data-align="end">{money(one.stake)}</td>
          <td data-align="end">{money(one.potential)}</td>
          <td data-align="end">{money(one.combined)}</td>
          <td data-align="end">{money(one.pending)}</td>
        </tr>
      ))}
    </tbody>
  );
};
