import { useQuery } from '@tanstack/react-query';
import type { TeamDetail, TeamFigures } from '@touchline/contract/shapes/competition';
import type { PageSearch } from '@touchline/kit/search';
import { stageName } from '@touchline/locales/feed-names';
import { teamName } from '@touchline/locales/team-names';
import { callQuery } from '../../lib/query.ts';
import { figureRows, FormLetters, CompetitionLink, Sources } from '../../features/football/labels.tsx';
import footballStyles from '../../features/football/football.module.css';
import { isolated } from '../../features/labels/bidi.ts';
import { useLivePrices } from '../../lib/watched-prices.ts';
import { MatchCard } from '../../features/match-card/match-card.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { TeamShield } from '../../features/team-shield/team-shield.tsx';
import { StarButton } from '../../features/stars/star-button.tsx';
import { Page } from '../../features/frame/page.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './football.module.css';
import { PlayedPages } from './played-pages.tsx';
import { Unknown } from './unknown.tsx';

/** A team: its form and place, what it scores and concedes, its next matches and its last ones. */
export const TeamPage = ({ id = '' }: PageSearch) => {
  const t = useT();
  useLivePrices();
  const { data, error, refetch } = useQuery(callQuery('teamDetail', { id }));
  const title = data === undefined ? t('football.form') : teamName(data.team, currentLan());
  return (
    <Page
      title={title}
      layout="wide"
      action={data && <StarButton kind="team" id={data.team.id} />}
      dock={<SlipDock />}
      onRefresh={refetch}
    >
      {data !== undefined && <Team detail={data} />}
      {data === undefined && error === null && <Skeleton height={24} />}
      {data === undefined && error !== null && <Unknown error={error} onRetry={refetch} />}
    </Page>
  );
};

const Team = ({ detail }: { detail: TeamDetail }) => {
  const t = useT();
  const { team, next, sources } = detail;
  return (
    <>
      <div className={styles.parts}>
        <div className={styles.pageColumn}>
          <Head detail={detail} />
          <Figures detail={detail} />
          {next.length > 0 && (
            <MatchSection title={t('football.next')}>
              {next.map((event) => (
                <MatchCard key={event.id} event={event} />
              ))}
            </MatchSection>
          )}
        </div>
        <div className={styles.pageColumn}>
          <PlayedPages title={t('football.lastMatches')} team={team.id} />
        </div>
      </div>
      <Sources of={sources} />
    </>
  );
};

const Head = ({ detail: { team, form, places } }: { detail: TeamDetail }) => {
  const t = useT();
  return (
    <Card>
      <div className={footballStyles.part}>
        <div className={styles.head}>
          <span className={styles.lead}>
            <TeamShield team={team} size="l" />
            <b className={footballStyles.big}>{teamName(team, currentLan())}</b>
          </span>
          <FormLetters form={form} />
        </div>
        {places.map(({ competition, season, stage, of, row }) => (
          <div key={`${competition.id} ${season}`} className={styles.head}>
            <CompetitionLink competition={competition} />
            <span className={footballStyles.note}>
              {season.replace('-', '/')}
              {stage !== undefined && ` · ${stageName(stage, t)}`}
              {' · '}
              {t('football.place', { rank: isolated(String(row.rank)), of: isolated(String(of)) })}
              {' · '}
              {t('football.points')} {row.points}
            </span>
          </div>
        ))}
      </div>
    </Card>
  );
};

const Figures = ({ detail: { all, atHome, away } }: { detail: TeamDetail }) => {
  const t = useT();
  if (all.played === 0) return null;
  const title = t('football.figures', { count: all.played });
  const cell = (figures: TeamFigures, key: (typeof figureRows)[number]['key']) => (
    <td>
      <Figure>{String(figures[key])}</Figure>
    </td>
  );
  return (
    <Card>
      <section className={footballStyles.part}>
        <h2 className={footballStyles.title}>{title}</h2>
        <FigureTable
          label={title}
          columns={[t('football.form'), t('football.all'), t('football.atHome'), t('football.onTheRoad')]}
        >
          <FigureRow head={t('football.played')}>
            {[all, atHome, away].map((figures, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- three columns
              <td key={at}>
                <Figure>{String(figures.played)}</Figure>
              </td>
            ))}
          </FigureRow>
          {figureRows.map(({ key, text }) => (
            <FigureRow key={key} head={t(text)}>
              {cell(all, key)}
              {cell(atHome, key)}
              {cell(away, key)}
            </FigureRow>
          ))}
        </FigureTable>
      </section>
    </Card>
  );
};
