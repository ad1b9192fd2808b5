import type { Output } from '@touchline/contract/routes';
import { formatDecimal, formatMoney, formatPercent, formatCount } from '@touchline/locales/format';
import { formatLongDate } from '@touchline/locales/format-time';
import type { TeamLevel } from '@touchline/contract/shapes/team';
import { useCall } from '../../lib/query.ts';
import { MarginMeaning, withoutZeros } from '../../features/labels/margin-meaning.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './teamrules.module.css';
import { isolated } from '../../features/labels/bidi.ts';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';

const laws = ['deposits', 'joining', 'losses', 'same', 'bets'] as const;

/** The rules of the team: what is never paid for, the levels and their rates, and a worked example. */
export const TeamRulesPage = () => {
  const t = useT();
  const { data, error, refetch } = useCall('teamRules', {});
  return (
    <Page layout="cards" title={t('nav.teamRules')} onRefresh={refetch}>
      {data !== undefined && <Rules {...data} />}
      {data === undefined && error === null && (
        <>
          <Card>
            <Skeleton height={9} />
          </Card>
          <Card>
            <Skeleton height={9} />
          </Card>
        </>
      )}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
    </Page>
  );
};

const Rules = ({ rules, example }: Output<'teamRules'>) => {
  const t = useT();
  const lan = currentLan();
  return (
    <>
      <p className={styles.version}>
        {t('rules.version', {
          version: rules.version,
          date: formatLongDate(rules.publishedAt, { lan, timeZone: 'UTC' }),
        })}
      </p>
      <Card>
        <section className={styles.body}>
          <h2 className={styles.title}>{t('team.lawTitle')}</h2>
          <ul className={styles.law}>
            {laws.map((law) => (
              <li key={law}>
                <span className={styles.mark}>
                  <Icon name="check" size="small" />
                </span>
                {t(`team.law.${law}`)}
              </li>
            ))}
          </ul>
        </section>
      </Card>
      <Card>
        <section className={styles.body}>
          <h2 className={styles.title}>{t('team.rates')}</h2>
          <p className={styles.words}>{t('team.ratesText')}</p>
          <RatesTable levels={rules.levels} />
        </section>
      </Card>
      <Card>
        <section className={styles.body}>
          <h2 className={styles.title}>{t('team.conditions')}</h2>
          <p className={styles.words}>{t('team.conditionsText')}</p>
          <ConditionsTable levels={rules.levels} />
        </section>
      </Card>
      <Card>
        <section className={styles.body}>
          <h2 className={styles.title}>{t('team.example')}</h2>
          <p className={styles.words}>{t('team.exampleText')}</p>
          <p className={styles.words}>
            <MarginMeaning margin={example.marginPercent} />
          </p>
          <Facts>
            <Fact label={t('team.exampleStake')}>{formatMoney(example.stake, { lan })}</Fact>
            <Fact label={t('team.exampleMargin')}>{formatPercent(example.marginPercent, { lan })}</Fact>
            <Fact label={t('team.exampleKept')}>
              × {formatPercent(withoutZeros(example.keptPercent), { lan })}
            </Fact>
            <Fact label={t('team.exampleTheoretical')}>
              = {formatDecimal(withoutZeros(example.theoretical), lan)}
            </Fact>
            <Fact label={t('team.exampleRate')}>× {formatPercent(example.rate, { lan })}</Fact>
            <Fact label={t('team.exampleBonus')}>
              <b>= {formatMoney(example.amount, { lan })}</b>
            </Fact>
          </Facts>
          <p className={styles.words}>{t('team.exampleRounded')}</p>
          <p className={styles.words}>{t('team.exampleSame')}</p>
        </section>
      </Card>
      <Card>
        <section className={styles.body}>
          <h2 className={styles.title}>{t('team.when')}</h2>
          <p className={styles.words}>{t('team.whenText')}</p>
        </section>
      </Card>
      <Card flush>
        <ListRow icon="book" label={t('nav.rules')} to="/pages/rules/rules" />
      </Card>
    </>
  );
};

type Props = { levels: readonly TeamLevel[] };

const generations = [1, 2, 3] as const;

/** Percent of what the house keeps of a stake on average, by the leader's team level and the level of the friend. */
const RatesTable = ({ levels }: Props) => {
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
const ConditionsTable = ({ levels }: Props) => {
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
