import { Link } from '@tanstack/react-router';
import type { Commission, TeamInfo } from '@touchline/contract/shapes/team';
import {
  formatSignedMoney,
  formatCount,
  formatMoney,
  formatDecimal,
  formatPercent,
} from '@touchline/locales/format';
import { formatLongDate } from '@touchline/locales/format-time';
import type { Output } from '@touchline/contract/routes';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './team.module.css';
import { Bar } from '../../ui/bar.tsx';
import { isolated } from '../labels/bidi.ts';
import { withoutZeros } from '../labels/margin-meaning.tsx';

/** A day's commission; leads to its statement. */
export const CommissionRow = ({ commission: { id, day, amount, state } }: { commission: Commission }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <li className={styles.commissionRowItem}>
      <Link to="/pages/team/commission" search={{ id }} className={styles.commissionRow}>
        <span className={styles.commissionRowWhat}>
          {formatLongDate(day, { lan, timeZone: 'UTC' })}
          {state !== 'paid' && <Tag tone="amber">{t(`team.state.${state}`)}</Tag>}
        </span>
        <bdi dir="ltr" className={`figures ${styles.amount}`}>
          {formatSignedMoney(amount, { lan })}
        </bdi>
        <span className={styles.commissionRowArrow}>
          <Icon name="forward" size="small" flips />
        </span>
      </Link>
    </li>
  );
};

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

/** Up to which closed day of the site the figures of a team count. */
export const CountedUpTo = ({ day }: { day: string | undefined }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <p className={styles.words}>
      {day === undefined
        ? t('team.upToNone')
        : t('team.upTo', { date: formatLongDate(`${day}T12:00:00Z`, { lan, timeZone: 'UTC' }) })}
    </p>
  );
};

/** How a bonus is counted, on one line: stake × what the house keeps on average = so much × rate = bonus. */
export const WorkedLine = ({ example }: { example: Output<'teamRules'>['example'] }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <p className={styles.line}>
      {t('team.workedLine', {
        stake: isolated(formatMoney(example.stake, { lan })),
        margin: isolated(formatPercent(example.marginPercent, { lan })),
        kept: isolated(formatPercent(withoutZeros(example.keptPercent), { lan })),
        theoretical: isolated(formatDecimal(withoutZeros(example.theoretical), lan)),
        rate: isolated(formatPercent(example.rate, { lan })),
        amount: isolated(formatMoney(example.amount, { lan })),
      })}
    </p>
  );
};
