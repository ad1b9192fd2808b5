import { Table } from '@mantine/core';
import type { CallInput, Output } from '@touchline/contract/routes';
import { marketNames } from '@touchline/football/markets';
import { useT } from '../../lib/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import { useMarketName } from './market-name.ts';
import styles from './margins.module.css';

type Preview = Output<'officeOfferPreview'>;
type Row = Preview['markets'][number];
type Side = NonNullable<Row['before']>;

/** With more selections than these the margin is shown alone: their prices are too many to compare. */
const readable = 3;

const oddsText = (side: Side | undefined): string =>
  side === undefined
    ? '–'
    : side.odds.length > readable
      ? ''
      : side.odds.map((odds) => odds ?? '–').join(' / ');
/** Bet builders, which are no market, are last. */
const placeOf = ({ market }: Row): number => {
  const place = marketNames.findIndex((name) => name === market);
  return place === -1 ? marketNames.length : place;
};
const byPlace = (a: Row, b: Row): number =>
  placeOf(a) - placeOf(b) || Number(a.line ?? 0) - Number(b.line ?? 0);
const isSame = ({ before, after }: Row): boolean => JSON.stringify(before) === JSON.stringify(after);

/** What a change would do to the prices of a match, only what differs. */
export const Effect = ({ of, scope }: { of: Preview; scope: CallInput<'officeOfferPreview'>['scope'] }) => {
  const t = useT();
  const nameOf = useMarketName();
  const changed = of.markets.filter((row) => !isSame(row)).toSorted(byPlace);
  const held = of.markets.filter((row) => row.held).length;
  return (
    <section className={styles.effect} aria-label={t('margin.effect')}>
      <h3>{t('margin.effect')}</h3>
      <p>
        {scope !== 'event' && t('margin.about', { count: String(of.matches) })}{' '}
        {of.event &&
          scope !== 'event' &&
          t('margin.sample', { match: `${of.event.home.name} – ${of.event.away.name}` })}
      </p>
      {changed.length === 0 ? (
        <p>{t('margin.noEffect')}</p>
      ) : (
        <Table className={styles.markets}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('margin.market')}</Table.Th>
              <Table.Th scope="col">{t('margin.before')}</Table.Th>
              <Table.Th scope="col">{t('margin.after')}</Table.Th>
              <Table.Th scope="col">{t('margin.margin')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changed.map((row) => (
              <Table.Tr key={`${row.market}|${row.line ?? ''}`}>
                <Table.Th scope="row">
                  {nameOf(row.market)} {row.line}
                </Table.Th>
                <Table.Td>{oddsText(row.before)}</Table.Td>
                <Table.Td>
                  {row.after ? oddsText(row.after) : <Tag tone="wait">{t('margin.offWord')}</Tag>}
                </Table.Td>
                <Table.Td>
                  {row.before?.margin ?? '–'} → {row.after?.margin ?? '–'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {held > 0 && <p>{t('margin.held', { count: String(held) })}</p>}
    </section>
  );
};
