import { Table } from '@mantine/core';
import type { EventExposure } from '@touchline/contract/shapes/office-views';
import { useFormats } from '../../lib/site.ts';
import { sumOf } from '@touchline/kit/sum';
import { nameOfMarket, nameOfLeg } from '../../features/trading/names.ts';
import { useT } from '../../lib/i18n.ts';
import { Empty } from '../../ui/notices.tsx';
import { Share } from './share.tsx';
import styles from './risk.module.css';

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
      <Table className={styles.table} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('risk.selection')}</Table.Th>
            <Table.Th scope="col" data-align="end">
              {t('risk.cost')}
            </Table.Th>
            <Table.Th scope="col">{t('risk.cap')}</Table.Th>
            {(['stake', 'potential', 'combined', 'pending'] as const).map((name) => (
              <Table.Th key={name} scope="col" data-align="end">
                {t(`risk.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {of.markets.map((market) => (
          <MarketRows key={`${market.market} ${market.line}`} of={market} event={of.event} />
        ))}
      </Table>
    </section>
  );
};

/** A builder has its selections next to the one for all. */
const keyOf = ({ selection, line, since, parts = [] }: Market['selections'][number]): string =>
  [selection, line, since, ...parts.map((part) => [part.market, part.line, part.selection].join(' '))].join(
    ' ',
  );

const MarketRows = ({ of, event }: { of: Market; event: EventExposure['event'] }) => {
  const { money, signed } = useFormats();
  const costOf = (cost: string): string =>
    cost.startsWith('-') ? signed(cost.slice(1)) : signed(`-${cost}`);
  return (
    <Table.Tbody>
      <Table.Tr className={styles.market}>
        <Table.Th scope="rowgroup">{nameOfMarket(of)}</Table.Th>
        <Table.Td data-align="end">{of.worst === '0.00' ? money(of.worst) : signed(`-${of.worst}`)}</Table.Td>
        <Table.Td>
          <Share percent={of.percent} />
        </Table.Td>
        <Table.Td data-align="end">{money(sumOf(of.selections.map(({ stake }) => stake)))}</Table.Td>
        <Table.Td colSpan={3} aria-hidden="true" />
      </Table.Tr>
      {of.selections.map((one) => (
        <Table.Tr key={keyOf(one)}>
          <Table.Th scope="row">
            {nameOfLeg(
              { market: of.market, selection: one.selection, line: one.line, parts: one.parts },
              event,
            )}
            {one.since !== undefined && (
              <span className={styles.since}> ({one.since.replace('-', '–')})</span>
            )}
          </Table.Th>
          <Table.Td data-align="end" data-loss={!one.cost.startsWith('-')}>
            {costOf(one.cost)}
          </Table.Td>
          <Table.Td>
            <Share percent={one.percent} />
          </Table.Td>
          <Table.Td data-align="end">{money(one.stake)}</Table.Td>
          <Table.Td data-align="end">{money(one.potential)}</Table.Td>
          <Table.Td data-align="end">{money(one.combined)}</Table.Td>
          <Table.Td data-align="end">{money(one.pending)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
};
