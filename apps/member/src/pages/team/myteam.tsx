import { Link } from '@tanstack/react-router';
import type { TeamMember } from '@touchline/contract/shapes/team';
import { memo } from 'react';
import { formatCount, formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatLongDateTime } from '@touchline/locales/format-time';
import type { PageSearch } from '@touchline/kit/search';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { queryClient } from '../../lib/query.ts';
import { Endless } from '../../features/endless/endless.tsx';
import { LongList } from '../../features/endless/long-list.tsx';
import { deviceTimeZone } from '../../features/labels/time.tsx';
import { CountedUpTo } from '../../features/team/rows.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { useRestriction } from '../../features/play/use-restriction.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { Page } from '../../features/frame/page.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LabelledFigure } from '../../ui/facts.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './team.module.css';

const levels = ['1', '2', '3'] as const;
type Level = (typeof levels)[number];
const isLevel = (value: unknown): value is Level => levels.some((level) => level === value);
const key = (level: Level) => ['teamPages', level] as const;
// No field identifies a friend here; two accounts of the same time are not possible.
const card = (member: TeamMember) => (
  <MemberCard key={`${member.registeredAt} ${member.nickname}`} member={member} />
);

/** The members of one level of the team, newest first: the one of the address, which may change while the page is open. */
export const MyTeamPage = (search: PageSearch) => <MyTeam key={search.level ?? ''} {...search} />;

const MyTeam = ({ level: wanted }: PageSearch) => {
  const t = useT();
  const [level, setLevel] = usePageState<Level>('team level', isLevel(wanted) ? wanted : '1', {
    accepts: isLevel,
  });
  return (
    <Page
      layout="wide"
      title={t('nav.myteam')}
      onRefresh={() => queryClient.refetchQueries({ queryKey: key(level) })}
    >
      <Segmented
        label={t('team.whichLevel')}
        options={levels.map((value) => ({ value, label: t('team.generation', { level: Number(value) }) }))}
        value={level}
        onChange={setLevel}
      />
      <Members key={level} level={level} />
    </Page>
  );
};

const Members = ({ level }: { level: Level }) => {
  const t = useT();
  const pages = usePages({
    queryKey: key(level),
    fetchPage: (which, options) => call('teamList', { level: Number(level), ...which }, options),
  });
  if (pages.isPending) return <Waiting />;
  if (pages.data === undefined) return <LoadFailure error={pages.error} onRetry={pages.refetch} />;
  const blocks = pages.data.pages.map(({ list }) => list);
  const [first] = pages.data.pages;
  if (blocks.every((members) => members.length === 0)) return <Nobody level={level} />;
  return (
    <>
      <div className={styles.count}>
        <p>{t('team.people', { count: first?.total ?? 0 })}</p>
        <CountedUpTo day={first?.upTo} />
      </div>
      <LongList name={`team ${level}`} blocks={blocks} row={card} kind="cards" />
      <Endless hasMore={pages.hasNextPage} isFetching={pages.isFetchingNextPage} onMore={pages.fetchNextPage}>
        <Waiting />
      </Endless>
    </>
  );
};

/** An empty team, and what to do: invite, except during a break. */
const Nobody = ({ level }: { level: Level }) => {
  const t = useT();
  const isRestricted = useRestriction() !== undefined;
  const hint = level === '1' ? t('team.nobodyHint') : t('team.nobodyBelowHint');
  return (
    <EmptyState icon="team" title={t('team.nobody')} hint={isRestricted ? undefined : hint}>
      {!isRestricted && (
        <Link to="/pages/invitationcode/invitationcode" search={{}} className={buttonClass('quiet')}>
          {t('nav.invitation')}
        </Link>
      )}
    </EmptyState>
  );
};

const Waiting = () =>
  ['one', 'two', 'three'].map((name) => (
    <Card key={name}>
      <div className={styles.myteamSkeleton}>
        <Skeleton width={8} />
        <Skeleton width={12} height={0.75} />
        <Skeleton height={2.5} />
      </div>
    </Card>
  ));

/** Someone of the team: who, since when, and what it brought. Never their bets. */
const MemberCard = memo(function MemberCard({ member }: { member: TeamMember }) {
  const t = useT();
  const lan = currentLan();
  const { nickname, phone, recharge, income, bonus, registeredAt, memberLevel, teamLevel, number, sessions } =
    member;
  return (
    <Card>
      <article className={styles.member}>
        <div className={styles.myteamHead}>
          <h2 className={styles.name}>
            <bdi>{nickname}</bdi>
          </h2>
          <span className={styles.tags}>
            <Tag>{t('team.vip', { level: memberLevel })}</Tag>
            <Tag>{t('team.teamLevel', { level: teamLevel })}</Tag>
          </span>
          <p className={styles.myteamNote}>
            {phone !== '' && (
              <bdi dir="ltr" className="figures">
                {phone}
              </bdi>
            )}
            <span>
              {t('team.joined', {
                date: formatLongDateTime(registeredAt, { lan, timeZone: deviceTimeZone() }),
              })}
            </span>
          </p>
        </div>
        <dl className={styles.figures}>
          <LabelledFigure label={t('team.recharge')}>{formatMoney(recharge, { lan })}</LabelledFigure>
          <LabelledFigure label={t('team.income')}>{formatSignedMoney(income, { lan })}</LabelledFigure>
          <LabelledFigure label={t('team.bonus')}>{formatSignedMoney(bonus, { lan })}</LabelledFigure>
          <LabelledFigure label={t('team.sessions')}>{formatCount(sessions, { lan })}</LabelledFigure>
          <LabelledFigure label={t('team.friends')}>{formatCount(number, { lan })}</LabelledFigure>
        </dl>
      </article>
    </Card>
  );
});
