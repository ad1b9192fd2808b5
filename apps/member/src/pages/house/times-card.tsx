import type { HouseFigures } from '@touchline/contract/shapes/house';
import { durationPlace, durationTicks, fewCases } from '@touchline/kit/house-figures';
import { formatCount } from '@touchline/locales/format';
import { formatDuration, formatMonth } from '@touchline/locales/format-time';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Fold } from '../../ui/fold.tsx';
import styles from './house.module.css';
import { type AsOf, Part } from './part.tsx';

type Times = { p50UpToMs?: number | undefined; p95UpToMs?: number | undefined };

const at = (durationMs: number): string => `${durationPlace(durationMs) * 100}%`;

/** How long the house takes to pay: after full time, and after a request. */
export const TimesCard = ({
  figures: { payouts, withdrawals },
  asOf,
}: {
  figures: HouseFigures;
  asOf: AsOf;
}) => {
  const t = useT();
  const lan = currentLan();
  const count = (cases: number): string => isolated(formatCount(cases, { lan }));
  return (
    <Part part="times" title={t('house.times')} words={t('house.timesText')} asOf={asOf}>
      <TimesRow
        name={t('house.payouts')}
        cases={payouts.bets}
        times={payouts}
        note={t('house.paidBets', { bets: count(payouts.bets), matches: count(payouts.matches) })}
        none={t('house.noPayouts')}
      />
      <TimesRow
        name={t('house.withdrawals')}
        cases={withdrawals.paid}
        times={withdrawals}
        note={t('house.paidWithdrawals', { count: count(withdrawals.paid) })}
        none={t('house.noWithdrawals')}
      />
      <div className={`figures ${styles.timeAxis}`} aria-hidden="true">
        {durationTicks.map((tick) => (
          <span key={tick} style={{ insetInlineStart: at(tick) }}>
            <bdi>{formatDuration(tick, { lan, width: 'short' })}</bdi>
          </span>
        ))}
      </div>
      {payouts.months.length + withdrawals.months.length > 0 && (
        <Fold label={t('house.byMonth')}>
          <MonthTimes name={t('house.payouts')} months={payouts.months} />
          <MonthTimes name={t('house.withdrawals')} months={withdrawals.months} />
        </Fold>
      )}
    </Part>
  );
};

type RowProps = { name: string; cases: number; times: Times; note: string; none: string };

/** Half and most of the cases as a line on the axis of durations, and in words. */
const TimesRow = ({ name, cases, times: { p50UpToMs, p95UpToMs }, note, none }: RowProps) => {
  const t = useT();
  const timeText = useTimeText();
  const most = p95UpToMs ?? durationTicks[4];
  return (
    <div className={styles.timesRow}>
      <h3 className={styles.small}>{name}</h3>
      {cases === 0 ? (
        <p className={styles.words}>{none}</p>
      ) : (
        <>
          <p className={styles.line} data-mark="half">
            {t('house.half', { time: timeText(p50UpToMs) })}
          </p>
          {cases >= fewCases && (
            <p className={styles.line} data-mark="most">
              {t('house.most', { time: timeText(p95UpToMs) })}
            </p>
          )}
          <p className={styles.note}>
            {note}
            {cases < fewCases && ` · ${t('house.few')}`}
          </p>
        </>
      )}
      <div className={styles.timeTrack} aria-hidden="true" data-few={cases < fewCases}>
        {cases > 0 && p50UpToMs !== undefined && (
          <>
            {cases >= fewCases && (
              <i
                style={{
                  insetInlineStart: at(p50UpToMs),
                  inlineSize: `${(durationPlace(most) - durationPlace(p50UpToMs)) * 100}%`,
                }}
              />
            )}
            {cases >= fewCases && <b data-most style={{ insetInlineStart: at(most) }} />}
            <b style={{ insetInlineStart: at(p50UpToMs) }} />
          </>
        )}
      </div>
    </div>
  );
};

/** A duration in words: what took longer than the longest class has none. */
const useTimeText = () => {
  const t = useT();
  const lan = currentLan();
  return (durationMs: number | undefined): string =>
    durationMs === undefined
      ? t('house.longer', { time: formatDuration(durationTicks[4], { lan }) })
      : formatDuration(durationMs, { lan });
};

type MonthsProps = { name: string; months: readonly (Times & { month: string })[] };

/** The same for each month, the newest first. */
const MonthTimes = ({ name, months }: MonthsProps) => {
  const t = useT();
  const timeText = useTimeText();
  const lan = currentLan();
  if (months.length === 0) return null;
  return (
    <div className={styles.months}>
      <h4 className={styles.small}>{name}</h4>
      <Facts>
        {months.toReversed().map(({ month, p50UpToMs, p95UpToMs }) => (
          <Fact key={month} words label={formatMonth(`${month}-15T12:00:00Z`, { lan, timeZone: 'UTC' })}>
            <span className={styles.line}>{t('house.half', { time: timeText(p50UpToMs) })}</span>
            <span className={styles.line}>{t('house.most', { time: timeText(p95UpToMs) })}</span>
          </Fact>
        ))}
      </Facts>
    </div>
  );
};
