import { useInfiniteQuery } from '@tanstack/react-query';
import { limits } from '@touchline/contract/limits';
import type { TeamInfo } from '@touchline/contract/shapes/team';
import { formatCount, formatSignedMoney } from '@touchline/locales/format';
import { call } from '../../api/call.ts';
import { queryClient, useCall } from '../../api/query.ts';
import { allOf } from '../../features/endless/list-pages.ts';
import { Endless } from '../../features/endless/endless.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-section.tsx';
import { EntrySkeleton } from '../../features/money/entry-row.tsx';
import { CommissionRow } from '../../features/team/commission-row.tsx';
import { ConditionList } from '../../features/team/condition-list.tsx';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Page } from '../../frame/page.tsx';
import { useUser } from '../../state/use-user.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './team.module.css';

const limit = limits.listLimitDefault;
const daysKey = ['commissionPages'] as const;
const teamLevels = 3;

/** The member's own standing in the team: level, what the next one asks for, what was received, day by day. */
export const TeamInfoPage = () => {
  const t = useT();
  const info = useCall('teamInfo', {});
  const refresh = () => Promise.all([info.refetch(), queryClient.refetchQueries({ queryKey: daysKey })]);
  return (
    <Page title={t('nav.teamInfo')} onRefresh={refresh}>
      {info.data !== undefined && <Standing info={info.data} />}
      {info.isPending && (
        <Card>
          <Skeleton height={10} />
        </Card>
      )}
      {info.isError && info.data === undefined && <LoadFailure error={info.error} onRetry={info.refetch} />}
      <Card flush>
        <ListRow icon="team" label={t('nav.myteam')} to="/pages/team/myteam" />
        <ListRow icon="book" label={t('nav.teamRules')} to="/pages/teamrules/teamrules" />
      </Card>
      <MatchSection title={t('team.allDays')}>
        <Days />
      </MatchSection>
    </Page>
  );
};

const Standing = ({ info }: { info: TeamInfo }) => {
  const t = useT();
  const lan = currentLan();
  const currency = useUser()?.currency ?? '';
  const { level, conditions, revenue } = info;
  const sessions = conditions.find(({ condition }) => condition === 'sessions');
  return (
    <Card>
      <div className={styles.head}>
        <p className={styles.level}>
          {t('team.yourLevel')}
          <b className="figures">{level}</b>
        </p>
        <Facts>
          <Fact label={t('team.received')}>
            <b>{formatSignedMoney(revenue, { lan, currency })}</b>
          </Fact>
          {sessions !== undefined && (
            <Fact label={t('team.sessionsOfTeam')}>{formatCount(sessions.have, { lan })}</Fact>
          )}
        </Facts>
        {conditions.length > 0 && (
          <>
            <h2 className={styles.title}>
              {level >= teamLevels ? t('team.topLevel') : t('team.toLevel', { level: level + 1 })}
            </h2>
            <ConditionList conditions={conditions} />
          </>
        )}
      </div>
    </Card>
  );
};

const Days = () => {
  const t = useT();
  const pages = useInfiniteQuery({
    queryKey: daysKey,
    queryFn: ({ pageParam, signal }) =>
      call('commissionList', { page: pageParam, limit }, { mask: false, quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * limit < total ? page + 1 : undefined),
  });
  if (pages.isPending) return <Waiting />;
  if (pages.data === undefined) return <LoadFailure error={pages.error} onRetry={pages.refetch} />;
  const days = allOf(pages.data.pages);
  if (days.length === 0) {
    return <EmptyState icon="records" title={t('team.noDays')} hint={t('team.noCommissions')} />;
  }
  return (
    <>
      <Card flush>
        <ul>
          {days.map((commission) => (
            <CommissionRow key={commission.id} commission={commission} />
          ))}
        </ul>
      </Card>
      <Endless hasMore={pages.hasNextPage} isFetching={pages.isFetchingNextPage} onMore={pages.fetchNextPage}>
        <Waiting />
      </Endless>
    </>
  );
};

const Waiting = () => (
  <Card flush>
    <EntrySkeleton />
    <EntrySkeleton />
  </Card>
);
