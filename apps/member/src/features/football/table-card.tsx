import type { CompetitionDetail, Table, TableRow } from '@touchline/contract/shapes/competition';
import { stageName } from '@touchline/locales/feed-names';
import { teamName } from '@touchline/locales/team-names';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Across } from '../../ui/figure-table.tsx';
import { Card } from '../../ui/card.tsx';
import { isolated } from '../labels/bidi.ts';
import styles from './football.module.css';
import { FormLetters, TeamLink } from './labels.tsx';

type Props = {
  table: Table;
  separatedBy: CompetitionDetail['separatedBy'];
};

const useTitle = (): ((table: Table) => string) => {
  const t = useT();
  return ({ kind, stage }) => {
    if (kind === 'third_places') return t('football.thirdPlaces');
    return stage === undefined ? t('football.table') : stageName(stage, t);
  };
};

/** A table of a league or a group, with the rules of its order. On a phone it has the columns that decide. */
export const TableCard = ({ table, separatedBy }: Props) => {
  const t = useT();
  const title = useTitle()(table);
  const { rows, kind, decidedBy } = table;
  return (
    <Card>
      <section className={styles.part}>
        <h2 className={styles.title}>{title}</h2>
        <div className={styles.tables}>
          <Across label={title}>
            <table className={styles.table}>
              <Head />
              <tbody>
                {rows.map((row) => (
                  <Row key={row.team.id} row={row} />
                ))}
              </tbody>
            </table>
          </Across>
        </div>
        {rows.some(({ goesThrough }) => goesThrough) && (
          <p className={`${styles.note} ${styles.through}`}>{t('football.through')}</p>
        )}
        {rows
          .filter(({ deducted }) => deducted > 0)
          .map(({ team, deducted }) => (
            <p key={team.id} className={styles.note}>
              {t('football.deducted', {
                team: teamName(team, currentLan()),
                points: isolated(String(deducted)),
              })}
            </p>
          ))}
        {decidedBy !== undefined && <p className={styles.note}>{t(`football.decided.${decidedBy}`)}</p>}
        {kind === 'league' && <p className={styles.note}>{t(`football.order.${separatedBy}`)}</p>}
      </section>
    </Card>
  );
};

const Head = () => {
  const t = useT();
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.rank}>
          #
        </th>
        <th scope="col" className={styles.team}>
          <span className="visually-hidden">{t('search.teams')}</span>
        </th>
        <Column name="played" />
        <Column name="won" isWide />
        <Column name="drawn" isWide />
        <Column name="lost" isWide />
        <th scope="col" className={styles.wide}>
          {t('football.goals')}
        </th>
        <th scope="col">
          <bdi dir="ltr" aria-hidden="true">
            +/−
          </bdi>
          <span className="visually-hidden">{t('football.difference')}</span>
        </th>
        <Column name="points" />
        <th scope="col" className={styles.wide}>
          {t('football.form')}
        </th>
      </tr>
    </thead>
  );
};

const Column = ({
  name,
  isWide = false,
}: {
  name: 'played' | 'won' | 'drawn' | 'lost' | 'points';
  isWide?: boolean;
}) => {
  const t = useT();
  return (
    <th scope="col" className={isWide ? styles.wide : name === 'points' ? styles.points : undefined}>
      <span aria-hidden="true" title={t(`football.${name}`)}>
        {t(`football.short.${name}`)}
      </span>
      <span className="visually-hidden">{t(`football.${name}`)}</span>
    </th>
  );
};

const signed = (figure: number): string =>
  figure > 0 ? `+${figure}` : figure < 0 ? `−${Math.abs(figure)}` : '0';

const Row = ({ row }: { row: TableRow }) => {
  const t = useT();
  const { team, rank, played, won, drawn, lost, goalsFor, goalsAgainst, points, form, goesThrough } = row;
  return (
    <tr data-through={goesThrough}>
      <td className={`figures ${styles.rank}`}>{rank}</td>
      <th scope="row" className={styles.team}>
        <TeamLink team={team} />
        {goesThrough && <span className="visually-hidden">{t('football.through')}</span>}
      </th>
      <td className="figures">{played}</td>
      <td className={`figures ${styles.wide}`}>{won}</td>
      <td className={`figures ${styles.wide}`}>{drawn}</td>
      <td className={`figures ${styles.wide}`}>{lost}</td>
      <td className={`figures ${styles.wide}`}>
        <bdi dir="ltr">
          {goalsFor}:{goalsAgainst}
        </bdi>
      </td>
      <td className="figures">
        <bdi dir="ltr">{signed(goalsFor - goalsAgainst)}</bdi>
      </td>
      <td className={`figures ${styles.points}`}>{points}</td>
      <td className={styles.wide}>
        <FormLetters form={form} />
      </td>
    </tr>
  );
};
