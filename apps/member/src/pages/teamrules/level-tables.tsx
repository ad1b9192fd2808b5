import type { TeamLevel } from '@touchline/contract/shapes/team';
import { formatCount, formatMoney, formatPercent } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';
import styles from './teamrules.module.css';

type Props = { levels: readonly TeamLevel[] };

const generations = [1, 2, 3] as const;

/** Percent of what the house keeps of a stake on average, by the leader's team level and the level of the friend. */
export const RatesTable = ({ levels }: Props) => {
  const t = useT();
  const lan = currentLan();
  return (
    <FigureTable
      label={t('team.rates')}
      columns={[t('team.teamLevelColumn'), ...generations.map((level) => t('team.generation', { level }))]}
    >
      {levels.map(({ level, rates }) => (
        <FigureRow key={level} head={level}>
          {generations.map((generation) => (
            <td key={generation}>
              <Figure strong>{formatPercent(rates[generation - 1] ?? '0', { lan })}</Figure>
            </td>
          ))}
        </FigureRow>
      ))}
    </FigureTable>
  );
};

/** What each team level asks for. */
export const ConditionsTable = ({ levels }: Props) => {
  const t = useT();
  const lan = currentLan();
  const count = (value: number) => <Figure strong>{formatCount(value, { lan })}</Figure>;
  return (
    <FigureTable
      label={t('team.conditions')}
      columns={[
        t('team.teamLevelColumn'),
        t('team.peopleColumn'),
        t('team.rechargedColumn'),
        t('team.sessionsColumn'),
      ]}
    >
      {levels.map(({ level, conditions: { people, recharged, rechargeEach, sessions } }) => (
        <FigureRow key={level} head={level}>
          <td>{count(people)}</td>
          <td>
            {count(recharged)}
            {recharged > 0 && (
              <span className={styles.each}>
                {t('team.rechargedEach', { amount: isolated(formatMoney(rechargeEach, { lan })) })}
              </span>
            )}
          </td>
          <td>{count(sessions)}</td>
        </FigureRow>
      ))}
    </FigureTable>
  );
};
