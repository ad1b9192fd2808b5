import type { TeamInfo } from '@touchline/contract/shapes/team';
import { formatCount, formatMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Bar } from '../../ui/bar.tsx';
import { isolated } from '../labels/bidi.ts';
import styles from './condition-list.module.css';
import { conditionPercent } from './conditions.ts';

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
          <li key={condition.condition} className={styles.item}>
            <span className={styles.what}>{text}</span>
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
