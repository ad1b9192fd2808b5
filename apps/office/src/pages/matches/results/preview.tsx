import { Table } from '@mantine/core';
import type { RulingPreview } from '@touchline/contract/shapes/office-trading';
import type { CallInput } from '@touchline/contract/routes';
import { useCall } from '../../../lib/query.ts';
import { useFormats } from '../../../lib/site.ts';
import { useT } from '../../../lib/i18n.ts';
import { nameOfLeg, nameOfMarket } from '../../../features/trading/names.ts';
import { Failure, Skeleton } from '../../../ui/notices.tsx';
import { MemberLink } from '../../../ui/member.tsx';
import { Section } from '../../../ui/page.tsx';
import styles from './results.module.css';

/** What a ruling would do to bets and money; fetched again whenever the record changes. */
export const usePreview = (input: CallInput<'officeRulingPreview'>, enabled: boolean) =>
  useCall('officeRulingPreview', input, { enabled });

/** The same, as a table by market. */
export const Preview = ({
  of: { data, error, refetch },
  title,
}: {
  of: ReturnType<typeof usePreview>;
  title?: string | undefined;
}) => {
  const t = useT();
  return (
    <Section title={title ?? t('preview.title')}>
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <Sums of={data} />
      )}
    </Section>
  );
};

const Sums = ({ of }: { of: RulingPreview }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const { bets, settled, resettled, reopened, open, list } = of;
  if (bets === 0 && open === 0 && list.length === 0)
    return <p className={styles.previewSoft}>{t('preview.nothing')}</p>;
  const counts = [
    settled > 0 && t('preview.settled', { count: settled }),
    resettled > 0 && t('preview.resettled', { count: resettled }),
    reopened > 0 && t('preview.reopened', { count: reopened }),
    open > 0 && t('preview.open', { count: open }),
  ].filter((text) => text !== false);
  return (
    <>
      <p className={styles.counts}>{counts.join(' · ')}</p>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('price.market')}</Table.Th>
            <Table.Th scope="col">{t('preview.bets')}</Table.Th>
            <Table.Th scope="col">{t('preview.pays', { currency })}</Table.Th>
            <Table.Th scope="col">{t('preview.takes', { currency })}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.markets.map((one) => (
            <Table.Tr key={one.market}>
              <Table.Th scope="row">{nameOfMarket({ market: one.market })}</Table.Th>
              <Table.Td>{one.bets}</Table.Td>
              <Table.Td>{money(one.pays)}</Table.Td>
              <Table.Td data-takes={Number(one.takes) > 0}>{money(one.takes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('preview.total')}</Table.Th>
            <Table.Td>{bets}</Table.Td>
            <Table.Td>{money(of.pays)}</Table.Td>
            <Table.Td data-takes={Number(of.takes) > 0}>{money(of.takes)}</Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      {list.length > 0 && <Bets of={list} />}
    </>
  );
};

type Listed = RulingPreview['list'];

const selectionOf = ({ legs }: Listed[number]['bet'], t: ReturnType<typeof useT>): string => {
  const [first] = legs;
  if (first === undefined || legs.length > 1) return t('risk.legs', { count: legs.length });
  return `${nameOfMarket({ market: first.market })} · ${nameOfLeg(first, first)}`;
};

/** Each bet that would change, with the time it was struck. */
const Bets = ({ of }: { of: Listed }) => {
  const t = useT();
  const { money, when } = useFormats();
  return (
    <Table className={`${styles.table} ${styles.bets}`} aria-label={t('preview.list')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('risk.placed')}</Table.Th>
          <Table.Th scope="col">{t('column.member')}</Table.Th>
          <Table.Th scope="col">{t('risk.bet')}</Table.Th>
          <Table.Th scope="col">{t('risk.stakeShort')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {of.map(({ bet, member }) => (
          <Table.Tr key={bet.id}>
            <Table.Td>{when(bet.placedAt)}</Table.Td>
            <Table.Td>
              <MemberLink of={member} />
            </Table.Td>
            <Table.Td>{selectionOf(bet, t)}</Table.Td>
            <Table.Td>{money(bet.stake)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
