import type { PlayedMatch } from '@touchline/contract/shapes/competition';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Endless } from '../../features/endless/endless.tsx';
import styles from '../../features/football/football.module.css';
import { PlayedRows } from '../../features/football/played-rows.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Props = { title: string } & ({ competition: string; season: string } | { team: string });

const keyOf = ({ at, home, away }: PlayedMatch): string => `${at.moment} ${home.id} ${away.id}`;

/** Matches of a season or of a team that are over, page after page. */
export const PlayedPages = ({ title, ...of }: Props) => {
  const t = useT();
  const team = 'team' in of ? of.team : undefined;
  const pages = usePages({
    queryKey: ['playedPages', of],
    fetchPage: (which, options) => call('playedList', { ...of, ...which }, options),
  });
  const matches = new Map(
    (pages.data?.pages ?? []).flatMap(({ list }) => list).map((match) => [keyOf(match), match]),
  );
  return (
    <Card>
      <section className={styles.part}>
        <h2 className={styles.title}>{title}</h2>
        {pages.data === undefined && pages.isError && (
          <LoadFailure error={pages.error} onRetry={pages.refetch} />
        )}
        {pages.isPending && <Skeleton height={12} />}
        {pages.data !== undefined && matches.size === 0 && (
          <p className={styles.note}>{t('football.noMatches')}</p>
        )}
        <PlayedRows matches={[...matches.values()]} team={team} withCompetition={team !== undefined} />
        {pages.data !== undefined && (
          <Endless
            hasMore={pages.hasNextPage}
            isFetching={pages.isFetchingNextPage}
            onMore={pages.fetchNextPage}
          >
            <Skeleton height={6} />
          </Endless>
        )}
      </section>
    </Card>
  );
};
