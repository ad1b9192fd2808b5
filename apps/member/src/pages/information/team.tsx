import type { Commission, TeamInfo } from '@touchline/contract/shapes/team';
import { formatCount, formatSignedMoney } from '@touchline/locales/format';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { queryClient, useCall } from '../../lib/query.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { EntryPages } from '../../features/money/entry-row.tsx';
import { CountedUpTo, CommissionRow, ConditionList } from '../../features/team/rows.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { useUser } from '../../lib/user.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './information.module.css';

const daysKey = ['commissionPages'] as const;
const teamLevels = 3;

/** The member's own standing in the team: level, what the next one asks for, what was received, day by day. */
export const TeamInfoPage = () => {
  const t = useT();
  const info = useCall('teamInfo', {});
  const refresh = () => Promise.all([info.refetch(), queryClient.refetchQueries({ queryKey: daysKey })]);
  return (
    <Page layout="cards" title={t('nav.teamInfo')} onRefresh={refresh}>
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
      <div className={styles.teamHead}>
        <p className={styles.teamLevel}>
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
            <h2 className={styles.teamTitle}>
              {level >= teamLevels ? t('team.topLevel') : t('team.toLevel', { level: level + 1 })}
            </h2>
            <ConditionList conditions={conditions} />
          </>
        )}
        <CountedUpTo day={info.upTo} />
      </div>
    </Card>
  );
};

const row = (commission: Commission) => <CommissionRow key={commission.id} commission={commission} />;

const Days = () => {
  const t = useT();
  const pages = usePages({
    queryKey: daysKey,
    fetchPage: (which, options) => call('commissionList', which, options),
  });
  return (
    <EntryPages
      pages={pages}
      row={row}
      empty={<EmptyState icon="records" title={t('team.noDays')} hint={t('team.noCommissions')} />}
    />
  );
};
