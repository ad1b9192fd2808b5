import { Link } from '@tanstack/react-router';
import type { TeamInfo } from '@touchline/contract/shapes/team';
import { formatCount, formatMoney, formatPercent } from '@touchline/locales/format';
import { queryClient, useCall } from '../../lib/query.ts';
import { BigAmount } from '../../features/labels/big-amount.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { useRestriction } from '../../features/play/use-restriction.ts';
import {
  CountedUpTo,
  CommissionRow,
  ConditionList,
  levelPercent,
  WorkedLine,
} from '../../features/team/rows.tsx';
import { TeamTree } from '../../features/team/team-tree.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { useUser } from '../../lib/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './team.module.css';

const lastDays = { page: 1, limit: 5 } as const;
const teamLevels = 3;

/** The Team tab: what the team brought, its three levels, how a bonus is counted, and the way to invite. */
export const TeamPage = () => {
  const t = useT();
  const info = useCall('teamInfo', {});
  const refresh = () =>
    Promise.all([info.refetch(), queryClient.refetchQueries({ queryKey: ['commissionList'] })]);
  return (
    <Page
      layout="cards"
      title={t('nav.team')}
      tab="team"
      onRefresh={refresh}
      action={
        <Link to="/pages/teamrules/teamrules" search={{}} className={styles.action}>
          {t('team.rulesShort')}
        </Link>
      }
    >
      {info.data !== undefined && (
        <>
          <Totals info={info.data} />
          <MatchSection title={t('team.details')}>
            <TeamTree levels={info.data.levels} />
          </MatchSection>
          <HowCounted />
          <Invite />
          <LastDays />
        </>
      )}
      {info.isPending && <Waiting />}
      {info.isError && info.data === undefined && <LoadFailure error={info.error} onRetry={info.refetch} />}
    </Page>
  );
};

const Totals = ({ info }: { info: TeamInfo }) => {
  const t = useT();
  const lan = currentLan();
  const currency = useUser()?.currency ?? '';
  const { revenue, people, recharge, level, conditions } = info;
  const next = Math.min(teamLevels, level + 1);
  return (
    <Card>
      <div className={styles.head}>
        <span>{t('team.revenue')}</span>
        <Tag tone="pitch">{t('team.teamLevel', { level })}</Tag>
      </div>
      <BigAmount amount={revenue} currency={currency} />
      <dl className={styles.totals}>
        <div>
          <dt>{t('team.totalPeople')}</dt>
          <dd className="figures">{formatCount(people, { lan })}</dd>
        </div>
        <div>
          <dt>{t('team.totalRecharge')}</dt>
          <dd>
            <bdi dir="ltr" className="figures">
              {formatMoney(recharge, { lan })}
            </bdi>
          </dd>
        </div>
      </dl>
      {conditions.length > 0 && (
        <div className={styles.way}>
          <h2>
            {level >= teamLevels ? t('team.topLevel') : t('team.toLevel', { level: next })}
            <bdi dir="ltr" className="figures">
              {formatPercent(String(levelPercent(conditions)), { lan })}
            </bdi>
          </h2>
          <ConditionList conditions={conditions} />
        </div>
      )}
      <CountedUpTo day={info.upTo} />
    </Card>
  );
};

const HowCounted = () => {
  const t = useT();
  const { data, error, refetch } = useCall('teamRules', {});
  return (
    <Card>
      <div className={styles.counted}>
        <h2>{t('team.howCounted')}</h2>
        <p className={styles.words}>{t('team.howText')}</p>
        {data === undefined && error === null && <Skeleton height={3} />}
        {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
        {data !== undefined && <WorkedLine example={data.example} />}
      </div>
    </Card>
  );
};

/** Inviting is closed during a break. */
const Invite = () => {
  const t = useT();
  const code = useUser()?.invitationCode ?? '';
  if (useRestriction() !== undefined) return null;
  return (
    <div className={styles.invite}>
      <Link to="/pages/invitationcode/invitationcode" search={{}} className={buttonClass('main')}>
        {code === '' ? t('nav.invitation') : t('team.invite', { code: isolated(code) })}
      </Link>
    </div>
  );
};

const LastDays = () => {
  const t = useT();
  const { data, error, refetch } = useCall('commissionList', lastDays);
  return (
    <MatchSection
      title={t('team.commissions')}
      aside={
        <Link to="/pages/information/team" search={{}} className={styles.aside}>
          {t('team.all')}
        </Link>
      }
    >
      {data === undefined && error === null && <Skeleton height={3} />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      {data?.list.length === 0 && <p className={styles.words}>{t('team.noCommissions')}</p>}
      {data !== undefined && data.list.length > 0 && (
        <Card flush>
          <ul>
            {data.list.map((commission) => (
              <CommissionRow key={commission.id} commission={commission} />
            ))}
          </ul>
        </Card>
      )}
    </MatchSection>
  );
};

const Waiting = () => (
  <>
    <Card>
      <div className={styles.skeleton}>
        <Skeleton width={6} />
        <Skeleton width={9} height={2} />
        <Skeleton />
        <Skeleton />
      </div>
    </Card>
    <Card>
      <Skeleton height={14} />
    </Card>
  </>
);
