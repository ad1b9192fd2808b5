import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { CompetitionDetail } from '@touchline/contract/shapes/competition';
import type { PageSearch } from '@touchline/kit/search';
import { competitionName } from '@touchline/locales/competition-names';
import { callQuery } from '../../lib/query.ts';
import footballStyles from '../../features/football/football.module.css';
import { Sources } from '../../features/football/labels.tsx';
import { TableCard } from '../../features/football/table-card.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { useLivePrices } from '../../lib/watched-prices.ts';
import { MatchCard } from '../../features/match-card/match-card.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { StarButton } from '../../features/stars/star-button.tsx';
import { Page } from '../../features/frame/page.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Bracket } from './bracket.tsx';
import styles from './football.module.css';
import { PlayedPages } from './played-pages.tsx';
import { Unknown } from './unknown.tsx';

/** A competition: its table or groups, the bracket, what comes next and what was played. `season` is an earlier one. */
export const CompetitionPage = ({ id = '', season }: PageSearch) => {
  const t = useT();
  useLivePrices();
  const { data, error, refetch } = useQuery(
    callQuery('competitionDetail', season === undefined ? { id } : { id, season }),
  );
  const title = data === undefined ? t('football.table') : competitionName(data.competition, currentLan());
  return (
    <Page
      title={title}
      layout="wide"
      action={data && <StarButton kind="competition" id={data.competition.id} />}
      dock={<SlipDock />}
      onRefresh={refetch}
    >
      {data !== undefined && <Competition detail={data} />}
      {data === undefined && error === null && <Skeleton height={24} />}
      {data === undefined && error !== null && <Unknown error={error} onRetry={refetch} />}
    </Page>
  );
};

/** Whether the bracket has a known team, or the two candidates for a place. */
const isDrawn = (bracket: CompetitionDetail['bracket']): boolean =>
  bracket.some(({ places }) =>
    places.some(({ home, away }) =>
      [home, away].some(({ team, from }) => team !== undefined || from.length > 0),
    ),
  );

const Competition = ({ detail }: { detail: CompetitionDetail }) => {
  const t = useT();
  const { competition, season, seasons, tables, separatedBy, unplayed, bracket, next, sources } = detail;
  const isCurrent = season === seasons[0] || seasons.length === 0;
  const hasGroups = tables.some(({ kind }) => kind !== 'league');
  return (
    <>
      {seasons.length > 1 && <SeasonChoice id={competition.id} season={season} seasons={seasons} />}
      {isDrawn(bracket) && <Bracket stages={bracket} />}
      <div className={styles.parts} data-groups={hasGroups}>
        <div className={styles.pageColumn}>
          {tables.map((table) => (
            <TableCard key={table.stage ?? table.kind} table={table} separatedBy={separatedBy} />
          ))}
        </div>
        {isCurrent && next.length > 0 && (
          <div className={styles.pageColumn}>
            <MatchSection title={t('football.next')}>
              {next.map((event) => (
                <MatchCard key={event.id} event={event} />
              ))}
            </MatchSection>
          </div>
        )}
        <div className={styles.pageColumn}>
          <PlayedPages title={t('football.results')} competition={competition.id} season={season} />
        </div>
      </div>
      {hasGroups && <p className={footballStyles.note}>{t(`football.order.${separatedBy}`)}</p>}
      {unplayed > 0 && (
        <p className={footballStyles.note}>{t('football.unplayed', { count: isolated(String(unplayed)) })}</p>
      )}
      <Sources of={sources} />
    </>
  );
};

type SeasonProps = { id: string; season: string; seasons: readonly string[] };

const SeasonChoice = ({ id, season, seasons }: SeasonProps) => {
  const t = useT();
  const router = useRouter();
  return (
    <SelectBox
      label={t('football.season')}
      value={season}
      options={seasons.map((value) => ({ value, label: value.replace('-', '/') }))}
      onChange={(chosen) =>
        void router.navigate({
          to: '/pages/football/competition',
          search: { id, season: chosen },
          replace: true,
        })
      }
    />
  );
};
