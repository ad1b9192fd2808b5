import { useState } from 'react';
import type { PlayStatement } from '@touchline/contract/shapes/play';
import { formatCount, formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatLongDate, formatDate } from '@touchline/locales/format-time';
import { useCall } from '../../lib/query.ts';
import { ChipRow } from '../../features/filters/chip-row.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { useHasRoom } from '../../lib/screen.ts';
import { useStore } from '../../lib/use-store.ts';
import { Pair } from '../../ui/pair.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatementChart } from '../../features/statement/statement-chart.tsx';
import {
  periodAround,
  periodBeside,
  statementPeriods,
  todayOf,
  type Days,
  type StatementPeriod,
} from '../../features/statement/statement-period.ts';
import styles from './information.module.css';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';

/** What was recharged, withdrawn, staked and returned in a day, a week, a month, a year, or between two days. */
export const StatementPage = () => {
  const t = useT();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const [today] = useState(() => todayOf(new Date(), timeZone));
  const [period, setPeriod] = useState<StatementPeriod>('month');
  const [days, setDays] = useState<Days>(() => periodAround('month', today));
  // Each stretch ends today at the latest: what comes after is not known.
  const shown = { from: days.from, to: days.to > today ? today : days.to };
  const isPossible = shown.from <= shown.to;
  const choose = (next: StatementPeriod): void => {
    setPeriod(next);
    if (next !== 'own') setDays(periodAround(next, today));
  };
  return (
    <Page layout="wide" title={t('nav.statement')}>
      <ChipRow
        label={t('play.period')}
        options={statementPeriods.map((value) => ({ value, label: t(`play.statement.${value}`) }))}
        value={period}
        onChange={choose}
      />
      {period === 'own' ? (
        <OwnDays days={shown} today={today} onChange={setDays} />
      ) : (
        <Stepper days={days} period={period} today={today} onChange={setDays} />
      )}
      {isPossible ? (
        <Figures key={`${shown.from} ${shown.to}`} days={shown} />
      ) : (
        <p className={styles.statementNote}>{t('play.daysTurned')}</p>
      )}
      <p className={styles.statementNote}>{t('play.statementNote')}</p>
    </Page>
  );
};

type StepperProps = {
  days: Days;
  period: Exclude<StatementPeriod, 'own'>;
  today: string;
  onChange: (days: Days) => void;
};

/** The stretch that is shown, and those before and after it. */
const Stepper = ({ days, period, today, onChange }: StepperProps) => {
  const t = useT();
  const options = { lan: currentLan(), timeZone: 'UTC' };
  const [from, to] = [formatLongDate(days.from, options), formatLongDate(days.to, options)];
  return (
    <div className={styles.stepper}>
      <IconButton
        label={t('play.earlier')}
        icon={{ name: 'back', flips: true }}
        onClick={() => onChange(periodBeside(period, days, -1))}
      />
      <output>{from === to ? from : t('play.fromTo', { from, to })}</output>
      <IconButton
        label={t('play.later')}
        icon={{ name: 'forward', flips: true }}
        disabled={days.to >= today}
        onClick={() => onChange(periodBeside(period, days, 1))}
      />
    </div>
  );
};

type OwnProps = { days: Days; today: string; onChange: (days: Days) => void };

const OwnDays = ({ days, today, onChange }: OwnProps) => {
  const t = useT();
  const set = (change: Partial<Days>): void => {
    // A date field that is being emptied says nothing.
    if (Object.values(change).every((day) => day !== '')) onChange({ ...days, ...change });
  };
  return (
    <div className={styles.statementOwn}>
      <Field
        label={t('play.from')}
        type="date"
        value={days.from}
        max={today}
        onChange={({ target }) => set({ from: target.value })}
      />
      <Field
        label={t('play.to')}
        type="date"
        value={days.to}
        max={today}
        onChange={({ target }) => set({ to: target.value })}
      />
    </div>
  );
};

const Figures = ({ days }: { days: Days }) => {
  const { data, error, refetch } = useCall('playStatement', days);
  if (data !== undefined) return <Statement statement={data} days={days} />;
  if (error !== null) return <LoadFailure error={error} onRetry={refetch} />;
  return (
    <Card>
      <Skeleton height={8} />
    </Card>
  );
};

const Statement = ({ statement, days }: { statement: PlayStatement; days: Days }) => {
  const t = useT();
  const lan = currentLan();
  const money = (amount: string) => formatMoney(amount, { lan });
  const hasRoom = useHasRoom();
  const hasDays = statement.days.length > 0;
  return (
    <>
      <Pair
        wider="beside"
        beside={
          hasDays ? (
            <Card>
              <h2 className={styles.statementTitle}>{t('play.netByDay')}</h2>
              <StatementChart statement={statement} days={days} />
              {!hasRoom && (
                <Fold label={t('play.byDay')}>
                  <StatementTable days={statement.days} />
                </Fold>
              )}
            </Card>
          ) : (
            <EmptyState icon="chart" title={t('play.noMovement')} hint={t('play.noMovementHint')} />
          )
        }
      >
        <Card>
          <Facts>
            <Fact label={t('play.deposits')}>{money(statement.deposits)}</Fact>
            <Fact label={t('play.withdrawals')}>{money(statement.withdrawals)}</Fact>
            <Fact label={t('play.rewards')}>{formatSignedMoney(statement.rewards, { lan })}</Fact>
            <Fact label={t('play.bets')}>{formatCount(statement.bets, { lan })}</Fact>
            <Fact label={t('play.stakes')}>{money(statement.stakes)}</Fact>
            <Fact label={t('play.returns')}>{money(statement.returns)}</Fact>
            <Fact label={t('play.openStakes')}>{money(statement.open)}</Fact>
            <Fact label={t('play.net')}>
              <b>{formatSignedMoney(statement.net, { lan })}</b>
            </Fact>
          </Facts>
        </Card>
      </Pair>
      {hasRoom && hasDays && (
        <Card>
          <StatementTable days={statement.days} isWide />
        </Card>
      )}
    </>
  );
};

type Props = {
  days: PlayStatement['days'];
  /** Every figure has a column of its own, as there is room for them. */
  isWide?: boolean;
};

/** The days of a statement in figures, the latest first: what the chart shows, and what moved the wallet. */
const StatementTable = ({ days, isWide = false }: Props) => {
  const t = useT();
  const lan = currentLan();
  const money = (amount: string): string => formatMoney(amount, { lan });
  const pairs = [
    [t('play.deposits'), t('play.withdrawals')],
    [t('play.stakes'), t('play.returns')],
  ] as const;
  return (
    <FigureTable
      small={!isWide}
      label={t('play.byDay')}
      columns={[t('play.dayColumn'), ...(isWide ? pairs.flat() : pairs), t('play.net')]}
    >
      {days.toReversed().map(({ day, deposits, withdrawals, stakes, returns, net }) => (
        <FigureRow key={day} head={formatDate(day, { lan, timeZone: 'UTC' })}>
          {isWide ? (
            [deposits, withdrawals, stakes, returns].map((amount, at) => (
              <td key={pairs.flat()[at]}>
                <Figure>{money(amount)}</Figure>
              </td>
            ))
          ) : (
            <>
              <td>
                <Figure>{money(deposits)}</Figure>
                <Figure>{money(withdrawals)}</Figure>
              </td>
              <td>
                <Figure>{money(stakes)}</Figure>
                <Figure>{money(returns)}</Figure>
              </td>
            </>
          )}
          <td>
            <Figure strong={isWide}>{formatSignedMoney(net, { lan })}</Figure>
          </td>
        </FigureRow>
      ))}
    </FigureTable>
  );
};
