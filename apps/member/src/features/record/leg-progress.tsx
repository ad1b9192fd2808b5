import type { Leg } from '@touchline/contract/shapes/bet';
import { formatCount } from '@touchline/locales/format';
import { currentLan, useT } from '../../state/i18n.tsx';
import styles from './leg-progress.module.css';

/** Decided legs come first, then those in play, then those not started. */
const order = ['win', 'refund', 'lose', 'in_progress', 'waiting'] as const satisfies readonly Leg['state'][];

/** The progress of a combined bet: a mark for each leg, and how many of them are won, lost, in progress and not started. */
export const LegProgress = ({ legs }: { legs: readonly Leg[] }) => {
  const t = useT();
  const groups = order
    .map((state) => ({ state, count: legs.filter((leg) => leg.state === state).length }))
    .filter(({ count }) => count > 0);
  return (
    <div className={styles.progress}>
      <span className={styles.marks} aria-hidden="true">
        {groups.flatMap(({ state, count }) =>
          Array.from({ length: count }, (_, at) => <span key={`${state} ${at}`} data-state={state} />),
        )}
      </span>
      <p className={styles.words}>
        {groups
          .map(
            ({ state, count }) =>
              `${t(`record.state.${state}`)}\u00a0${formatCount(count, { lan: currentLan() })}`,
          )
          .join(' · ')}
      </p>
    </div>
  );
};
