import type { TeamInfo } from '@touchline/contract/shapes/team';
import { formatCount, formatMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Bar } from '../../ui/bar.tsx';
import { isolated } from '../labels/bidi.ts';
import styles from './team.module.css';

type Condition = Pick<TeamInfo['conditions'][number], 'needed' | 'have' | 'met'>;

/** How far a condition has come, in whole percent; 100 only when it is met. */
export const conditionPercent = ({ needed, have, met }: Condition): number => {
  if (met || needed <= 0) return 100;
  return Math.max(0, Math.min(99, Math.floor((have * 100) / needed)));
};

/** How far the way to a level has come: as far as the condition that is furthest behind. */
export const levelPercent = (conditions: readonly Condition[]): number =>
  Math.min(100, ...conditions.map(conditionPercent));

/** What a team level asks for, and how far each condition has come. */
export const ConditionList = ({ conditions }: { conditions: TeamInfo['conditions'] }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <ul className={styles.list}>
      {conditions.map((condition) => {
        const { needed, have } = condition;
        const text = t(`team.condition.${condition.condition}`, {
          amount: isolated(formatMoney(condition.each ?? '0', { lan })),
        });
        return (
          <li key={condition.condition} className={styles.conditionListItem}>
            <span className={styles.conditionListWhat}>{text}</span>
            <bdi dir="ltr" className={`figures ${styles.have}`}>
              {formatCount(have, { lan })} / {formatCount(needed, { lan })}
            </bdi>
            <Bar label={text} percent={conditionPercent(condition)} />
          </li>
        );
      })}
    </ul>
  );
};
