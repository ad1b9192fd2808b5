import { Link } from '@tanstack/react-router';
import type { Output } from '@touchline/contract/routes';
import type { Bet, BetLeg } from '@touchline/contract/shapes/bet';
import { useMemo } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { nameOfMarket, nameOfMatch, nameOfLeg } from '../../features/trading/names.ts';
import { useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { MemberLink } from '../../ui/member.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './risk.module.css';

type Row = Output<'officeBigBets'>['list'][number];

const limit = 10;
const keyOf = ({ bet }: Row): string => bet.id;

const LegText = ({ of }: { of: BetLeg }) => (
  <>
    <Link to="/risk" search={{ event: of.event }}>
      {nameOfMatch(of)}
    </Link>{' '}
    <span className={styles.soft}>
      {nameOfMarket({ market: of.market })} · {nameOfLeg(of, of)}
    </span>
  </>
);

const BetText = ({ of: { legs } }: { of: Bet }) => {
  const t = useT();
  const [first] = legs;
  if (first !== undefined && legs.length === 1) return <LegText of={first} />;
  const builders = legs.filter(({ parts }) => parts !== undefined).length;
  return (
    <>
      {t('risk.legs', { count: legs.length })}{' '}
      <span className={styles.soft}>
        {[legs.map(nameOfMatch).join(', '), builders > 0 && t('risk.withBuilders', { count: builders })]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
};

const useColumns = (): Column<Row>[] => {
  const t = useT();
  const { money } = useFormats();
  const { dayTime, decimal } = useDayFormats();
  return useMemo(
    () => [
      {
        id: 'bet',
        header: t('risk.bet'),
        cell: ({ bet }) => (
          <div className={styles.bet}>
            <BetText of={bet} />
          </div>
        ),
      },
      {
        id: 'return',
        header: t('risk.return'),
        align: 'end',
        cell: ({ bet }) => money(bet.potential),
      },
      { id: 'odds', header: t('risk.odds'), align: 'end', cell: ({ bet }) => decimal(bet.odds) },
      {
        id: 'stake',
        header: t('risk.stakeShort'),
        align: 'end',
        cell: ({ bet }) => money(bet.stake),
      },
      {
        id: 'member',
        header: t('column.member'),
        cell: ({ member }) => (
          <span className={styles.member} title={member.account}>
            <MemberLink of={member} />
          </span>
        ),
      },
      { id: 'placed', header: t('risk.placed'), cell: ({ bet }) => dayTime(bet.placedAt) },
    ],
    [t, money, dayTime, decimal],
  );
};

/** Open bets by what they may return. */
export const BigBets = () => {
  const t = useT();
  const { data, error, refetch } = useCall('officeBigBets', { limit }, { follow: true });
  const columns = useColumns();
  return (
    <Section title={t('risk.bigBets')}>
      <DataTable
        label={t('risk.bigBets')}
        columns={columns}
        keyOf={keyOf}
        rows={data?.list}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('risk.bigBetsEmpty'), hint: t('risk.bigBetsHint') }}
      />
    </Section>
  );
};
