import type { TeamLevel } from '@touchline/contract/shapes/team';
import { formatCount, formatMoney, formatPercent } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { Across } from '../../ui/across.tsx';
import styles from './teamrules.module.css';

type Props = { levels: readonly TeamLevel[] };

const generations = [1, 2, 3] as const;

/** Percent of the theoretical margin, by the leader's team level and how far down the friend stands. */
export const RatesTable = ({ levels }: Props) => {
  const t = useT();
  const lan = currentLan();
  return (
    <Across label={t('team.rates')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('team.teamLevelColumn')}</th>
            {generations.map((level) => (
              <th key={level} scope="col">
                {t('team.generation', { level })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map(({ level, rates }) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              {generations.map((generation) => (
                <td key={generation}>
                  <bdi dir="ltr" className="figures">
                    {formatPercent(rates[generation - 1] ?? '0', { lan })}
                  </bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Across>
  );
};

/** What each team level asks for. */
export const ConditionsTable = ({ levels }: Props) => {
  const t = useT();
  const lan = currentLan();
  return (
    <Across label={t('team.conditions')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('team.teamLevelColumn')}</th>
            <th scope="col">{t('team.peopleColumn')}</th>
            <th scope="col">{t('team.rechargedColumn')}</th>
            <th scope="col">{t('team.sessionsColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ level, conditions }) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              <td className="figures">{formatCount(conditions.people, { lan })}</td>
              <td className="figures">
                {formatCount(conditions.recharged, { lan })}
                {conditions.recharged > 0 && (
                  <span className={styles.each}>
                    {t('team.rechargedEach', {
                      amount: isolated(formatMoney(conditions.rechargeEach, { lan })),
                    })}
                  </span>
                )}
              </td>
              <td className="figures">{formatCount(conditions.sessions, { lan })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Across>
  );
};
