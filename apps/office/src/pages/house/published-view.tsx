import type { Output } from '@touchline/contract/routes';
import { Link } from '@tanstack/react-router';
import { fewCases } from '@touchline/kit/house-figures';
import { bracketed } from '@touchline/locales/bracketed';
import { sumOf } from '@touchline/kit/sum';
import type { ReactNode } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { Figure, FigureList } from '../../ui/figure.tsx';
import { Section } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Calibration } from './calibration.tsx';
import styles from './house.module.css';
import { Margins } from './margins.tsx';
import { monthText } from './month-choice.tsx';
import { countText, timesText } from './texts.ts';

type House = Output<'officeHouse'>;
type Figures = House['figures'];

/** The page of the house as everybody sees it; its figures lead to the matches and days they are made of. */
export const PublishedView = () => {
  const { data, error, refetch } = useCall('officeHouse', {}, { follow: true, keep: true });
  if (data === undefined) {
    return error === null ? (
      <Skeleton lines={14} />
    ) : (
      <Failure error={error} onRetry={() => void refetch()} />
    );
  }
  return <Published of={data} />;
};

const Published = ({ of: { log, asOf, figures } }: { of: House }) => {
  const t = useT();
  const { when } = useFormats();
  return (
    <>
      {log.witnesses.length === 0 && <Note>{t('house.noWitness')}</Note>}
      <Head log={log} asOf={asOf} owed={figures.owed} />
      <div className={styles.sides}>
        <div className={styles.side}>
          <Margins margins={figures.margins} />
          <Times figures={figures} />
          <Counts figures={figures} />
        </div>
        <div className={styles.side}>
          <Calibration bands={figures.calibration} matches={figures.payouts.matches} />
          <Witnesses of={log} />
        </div>
      </div>
      {asOf.at !== undefined && (
        <p className={styles.asOf}>
          {t('house.asOf', { number: countText(asOf.size), time: when(asOf.at) })}
        </p>
      )}
    </>
  );
};

const Head = ({ log, asOf, owed }: Pick<House, 'log' | 'asOf'> & { owed: Figures['owed'] }) => {
  const t = useT();
  const { when, day, money, currency } = useFormats();
  const ofSite = owed?.totals.find((total) => total.currency === currency);
  const reserves = sumOf(
    (owed?.reserves ?? []).map((each) => (each.currency === currency ? (each.amount ?? '0') : '0')),
  );
  const isOwed = ofSite && sumOf([ofSite.available, ofSite.held]);
  return (
    <FigureList label={t('place.house')}>
      <Figure
        name={t('house.entries')}
        value={countText(log.size)}
        note={log.firstAt === undefined ? undefined : t('house.since', { date: day(log.firstAt) })}
      />
      <Figure
        name={t('house.checkpoint')}
        value={log.checkpointAt === undefined ? '–' : when(log.checkpointAt)}
        note={t('house.epoch', { number: countText(log.epoch) })}
      />
      <Figure
        name={t('house.upTo')}
        value={countText(asOf.size)}
        note={asOf.at === undefined ? undefined : when(asOf.at)}
      />
      {isOwed !== undefined && (
        <Figure
          name={t('unit.of', { name: t('liability.owed'), unit: currency })}
          value={money(isOwed)}
          tone={sumOf([reserves, `-${isOwed}`]).startsWith('-') ? 'bad' : 'plain'}
          note={`${t('liability.reserves')} ${money(reserves)}`}
        />
      )}
    </FigureList>
  );
};

type MonthRow = {
  month: string;
  payouts: Figures['payouts']['months'][number] | undefined;
  withdrawals: Figures['withdrawals']['months'][number] | undefined;
};

/** How long payment took by month; a row leads to the matches of its month. */
const Times = ({ figures: { months, payouts, withdrawals } }: { figures: Figures }) => {
  const t = useT();
  const rows = months.toReversed().map((month): MonthRow => ({
    month,
    payouts: payouts.months.find((each) => each.month === month),
    withdrawals: withdrawals.months.find((each) => each.month === month),
  }));
  const few = (cases: number): string =>
    cases > 0 && cases < fewCases ? bracketed(t('house.few'), currentLan()) : '';
  const columns: Column<MonthRow>[] = [
    {
      id: 'month',
      header: t('house.month'),
      foot: t('house.allMonths'),
      cell: ({ month }) => monthText(month),
    },
    {
      id: 'bets',
      header: t('house.bets'),
      align: 'end',
      foot: countText(payouts.bets),
      cell: (row) => countText(row.payouts?.bets ?? 0),
    },
    {
      id: 'payouts',
      header: t('house.payouts'),
      align: 'end',
      foot: timesText(payouts, payouts.bets) + few(payouts.bets),
      cell: (row) => timesText(row.payouts ?? {}, row.payouts?.bets ?? 0) + few(row.payouts?.bets ?? 0),
    },
    {
      id: 'paid',
      header: t('house.paid'),
      align: 'end',
      foot: countText(withdrawals.paid),
      cell: (row) => countText(row.withdrawals?.paid ?? 0),
    },
    {
      id: 'withdrawals',
      header: t('house.withdrawals'),
      align: 'end',
      foot: timesText(withdrawals, withdrawals.paid) + few(withdrawals.paid),
      cell: (row) =>
        timesText(row.withdrawals ?? {}, row.withdrawals?.paid ?? 0) + few(row.withdrawals?.paid ?? 0),
    },
  ];
  return (
    <Section title={t('house.times')}>
      <DataTable
        label={t('house.times')}
        columns={columns}
        keyOf={({ month }) => month}
        rows={rows}
        searchOf={({ month }) => ({ view: 'matches', month })}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('house.none'), hint: t('house.noneHint') }}
      />
    </Section>
  );
};

/** Corrections, voids, refusals and safer play; days have them one by one. */
const Counts = ({ figures: { corrections, voids, refused, play } }: { figures: Figures }) => {
  const t = useT();
  const may = useMay();
  const { dayName } = useFormats();
  const members = (count: number | undefined): string =>
    count === undefined ? t('house.fewer') : t('house.atLeast', { count: countText(count) });
  return (
    <Section title={t('house.changes')}>
      <Facts
        of={[
          [t('house.correctedResults'), countText(corrections.results)],
          [t('house.correctedBets'), countText(corrections.bets)],
          [t('house.correctedBalances'), countText(corrections.balances)],
          [t('house.voidMatches'), countText(voids.matches)],
          [t('house.voidMarkets'), countText(voids.markets)],
        ]}
      />
      <h3 className={styles.small}>{t('house.refused')}</h3>
      {refused.length === 0 ? (
        <p className={styles.asOf}>{t('house.noRefused')}</p>
      ) : (
        <Facts of={refused.map(({ reason, count }) => [t(`house.refusal.${reason}`), countText(count)])} />
      )}
      <h3 className={styles.small}>{t('house.play')}</h3>
      {play === undefined ? (
        <p className={styles.asOf}>{t('house.noPlay')}</p>
      ) : (
        <Facts
          of={[
            [t('house.playDay'), dayName(play.day)],
            [t('house.withLimits'), members(play.withLimits)],
            [t('house.excluded'), members(play.excluded)],
          ]}
        />
      )}
      {may('officeHouseDays') && (
        <Link to="." search={{ view: 'days' }}>
          {t('house.byDay')}
        </Link>
      )}
    </Section>
  );
};

const Witnesses = ({ of: { origin, vkey, witnesses, needed } }: { of: House['log'] }) => {
  const t = useT();
  const { day } = useFormats();
  return (
    <Section title={t('house.log')}>
      <Facts
        of={[
          [t('house.origin'), origin],
          [
            t('house.key'),
            <code key="key" className={styles.code}>
              {vkey}
            </code>,
          ],
          [
            t('house.needed'),
            needed === 0 ? undefined : t('house.neededOf', { needed, count: witnesses.length }),
          ],
          ...witnesses.map(({ name, since, size, ok }): [string, ReactNode] => [
            name,
            <span key={name}>
              <Tag tone={ok ? 'good' : since === undefined ? 'plain' : 'bad'}>
                {t(ok ? 'house.signs' : since === undefined ? 'house.neverSigned' : 'house.refuses')}
              </Tag>{' '}
              {since !== undefined && t('house.since', { date: day(since) })}
              {size !== undefined && ` · ${t('house.upToEntry', { number: countText(size) })}`}
            </span>,
          ]),
        ]}
      />
    </Section>
  );
};
