import type { CheckInInfo } from '@touchline/contract/shapes/rewards';
import { formatMoney } from '@touchline/locales/format';
import { dayIn } from '@touchline/locales/format-time';
import { todaysReward, useCheckIn } from '../../features/check-in/use-check-in.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { useUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pair } from '../../ui/pair.tsx';
import { Card } from '../../ui/card.tsx';
import { DoneHead } from '../../ui/done-head.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { briefAmount } from './brief-amount.ts';
import styles from './checkin.module.css';
import { MonthGrid } from './month-grid.tsx';

/** The daily check-in: today's, the run of seven days, and the calendar with what was given. */
export const CheckInPage = () => {
  const t = useT();
  const { info, checkIn, isBusy, currency } = useCheckIn();
  const user = useUser();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  return (
    <Page layout="wide" title={t('rewards.checkIn')} onRefresh={() => info.refetch()}>
      <Pair
        beside={
          info.data !== undefined &&
          user !== undefined && (
            <MatchSection title={t('rewards.calendar')}>
              <MonthGrid
                key={info.data.month}
                info={info.data}
                since={
                  user.registeredAt === '' ? info.data.month : dayIn(user.registeredAt, timeZone).slice(0, 7)
                }
              />
            </MatchSection>
          )
        }
      >
        {info.isPending && (
          <Card>
            <div className={styles.today}>
              <Skeleton width={10} height={1.375} />
              <Skeleton height={3.5} />
              <Skeleton height={3} />
            </div>
          </Card>
        )}
        {info.data === undefined && info.isError && <LoadFailure error={info.error} onRetry={info.refetch} />}
        {info.data?.open === false && (
          <EmptyState
            icon="calendar"
            title={t('rewards.closed')}
            hint={t(info.data.scale.length === 0 ? 'rewards.closedHint' : 'rewards.pausedHint')}
          />
        )}
        {info.data?.open === true && (
          <Card>
            <Today info={info.data} currency={currency} isBusy={isBusy} onCheckIn={() => void checkIn()} />
          </Card>
        )}
      </Pair>
    </Page>
  );
};

type TodayProps = { info: CheckInInfo; currency: string; isBusy: boolean; onCheckIn: () => void };

const Today = ({ info, currency, isBusy, onCheckIn }: TodayProps) => {
  const t = useT();
  const now = useNow();
  const reward = todaysReward(info);
  return (
    <div className={styles.today}>
      {reward === undefined ? (
        <DoneHead>{t('rewards.taken')}</DoneHead>
      ) : (
        <p className={styles.title}>{t('rewards.notTaken')}</p>
      )}
      <p className={styles.note}>{t('rewards.streak', { days: info.streak })}</p>
      <RunScale info={info} />
      {reward === undefined ? (
        <p className={styles.note}>{t('rewards.nextAt', { when: whenText(info.nextAt, now) })}</p>
      ) : (
        <Button busy={isBusy} onClick={onCheckIn}>
          {t('rewards.checkInFor', {
            amount: isolated(formatMoney(reward, { lan: currentLan(), currency })),
          })}
        </Button>
      )}
      <p className={styles.rule}>{t('rewards.scaleRule')}</p>
    </div>
  );
};

/** How many of the seven places are done: a run that ended today still shows whole. */
const doneOf = ({ today, streak, next }: CheckInInfo): number => (today ? streak : next);

/** The seven days of a run with what each gives: those done, the next one, those ahead. */
const RunScale = ({ info }: { info: CheckInInfo }) => {
  const t = useT();
  const done = doneOf(info);
  return (
    <ol className={styles.scale}>
      {info.scale.map((reward, i) => {
        const state = i < done ? 'done' : i === done ? 'next' : 'ahead';
        const amount = formatMoney(briefAmount(reward), { lan: currentLan() });
        const said = { day: i + 1, amount: isolated(amount) };
        return (
          // The days of a run have no other name than their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i} className={styles.day} data-state={state}>
            <span className="visually-hidden">
              {state === 'done' && t('rewards.dayDone', said)}
              {state === 'next' && t('rewards.dayNext', said)}
              {state === 'ahead' && t('rewards.dayAhead', said)}
            </span>
            <span className={styles.mark} aria-hidden="true">
              {state === 'done' ? (
                <Icon name="check" size="small" />
              ) : (
                <span className="figures">{i + 1}</span>
              )}
            </span>
            <bdi dir="ltr" className={`figures ${styles.amount}`} aria-hidden="true">
              {amount}
            </bdi>
          </li>
        );
      })}
    </ol>
  );
};
