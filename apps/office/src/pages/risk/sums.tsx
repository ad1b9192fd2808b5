import type { Output } from '@touchline/contract/routes';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Section } from '../../ui/page.tsx';
import { nameOfCompetition } from '../../features/trading/names.ts';
import { Share } from './share.tsx';
import styles from './risk.module.css';

type List = Output<'officeExposureList'>;
type Day = List['days'][number];
type Competition = List['competitions'][number];

const capShare = ({ cap }: Competition) => <Share percent={cap.percent} />;

/** The columns all sums share: how many matches, what they may cost. */
const useSumColumns = <Row extends Day | Competition>(): Column<Row>[] => {
  const t = useT();
  const { money } = useFormats();
  const { count } = useDayFormats();
  return [
    { id: 'events', header: t('risk.events'), align: 'end', cell: ({ events }) => count(events) },
    {
      id: 'worst',
      header: t('risk.worst'),
      align: 'end',
      cell: ({ worst }) => <span className={styles.worst}>{money(worst)}</span>,
    },
  ];
};

/** Worst cases by competition, each next to its cap. */
export const CompetitionSums = ({ of }: { of: readonly Competition[] }) => {
  const t = useT();
  const sums = useSumColumns<Competition>();
  const columns: Column<Competition>[] = [
    {
      id: 'competition',
      header: t('column.competition'),
      cell: ({ competition }) => nameOfCompetition(competition),
    },
    ...sums,
    { id: 'cap', header: t('risk.cap'), cell: capShare },
  ];
  return (
    <Section title={t('risk.competitions')}>
      <DataTable
        label={t('risk.competitions')}
        columns={columns}
        rows={of}
        error={null}
        keyOf={({ competition }) => competition.id}
        onRetry={() => undefined}
        empty={{ title: t('risk.empty'), hint: t('risk.emptyHint') }}
      />
    </Section>
  );
};

/** Worst cases by day of kick-off. */
export const DaySums = ({ of }: { of: readonly Day[] }) => {
  const t = useT();
  const { money } = useFormats();
  const { longDay } = useDayFormats();
  const sums = useSumColumns<Day>();
  const columns: Column<Day>[] = [
    { id: 'day', header: t('report.day'), cell: ({ day }) => longDay(day) },
    ...sums,
    {
      id: 'stake',
      header: t('risk.stakeShort'),
      align: 'end',
      cell: ({ stake }) => money(stake),
    },
  ];
  return (
    <Section title={t('risk.days')}>
      <DataTable
        label={t('risk.days')}
        columns={columns}
        rows={of}
        error={null}
        keyOf={({ day }) => day}
        onRetry={() => undefined}
        empty={{ title: t('risk.empty'), hint: t('risk.emptyHint') }}
      />
    </Section>
  );
};
