import type { CheckInInfo } from '@touchline/contract/shapes/rewards';
import { formatMoney } from '@touchline/locales/format';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { briefAmount } from './brief-amount.ts';
import styles from './run-scale.module.css';

/** How many of the seven places are done: a run that ended today still shows whole. */
const doneOf = ({ today, streak, next }: CheckInInfo): number => (today ? streak : next);

/** The seven days of a run with what each gives: those done, the next one, those ahead. */
export const RunScale = ({ info }: { info: CheckInInfo }) => {
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
