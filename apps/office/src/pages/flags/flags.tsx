import type { Output } from '@touchline/contract/routes';
import { useMemo } from 'react';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision } from '../../features/queue/decision.tsx';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member.tsx';
import { Page } from '../../ui/page.tsx';

type TeamFlag = Output<'officeTeamFlagList'>['list'][number];
/** A pair of accounts that share something: a member and a leader, or an account and that of an excluded member. */
type Flag = Omit<TeamFlag, 'leader'> & { other: TeamFlag['leader'] };

const limit = 50;
const kinds = ['team', 'likeness'] as const;
const states = ['open', 'cleared', 'confirmed'] as const;
type Verdict = 'clear' | 'confirm';
const keyOf = ({ id }: Flag): string => id;
const ofRow = ({ id }: Flag) => ({ member: '-', id });

/** What the two kinds call their texts. */
const texts = {
  team: {
    title: 'flag.title',
    other: 'flag.leader',
    emptyHint: 'flag.emptyHint',
    clearSure: 'flag.clearSure',
    confirmSure: 'flag.confirmSure',
  },
  likeness: {
    title: 'likeness.title',
    other: 'likeness.excluded',
    emptyHint: 'likeness.emptyHint',
    clearSure: 'likeness.clearSure',
    confirmSure: 'likeness.confirmSure',
  },
} as const;

/** What the address asks for. */
const useAsked = () => {
  const page = usePageNumber();
  const search = usePageSearch();
  return {
    kind: choiceOf(search.kind, kinds) ?? 'team',
    input: { state: choiceOf(search.state, states) ?? 'open', page, limit },
  };
};

/** Pairs of accounts that may be of one person, the longest waiting first: in teams, or with an excluded member. */
export const FlagsPage = () => {
  const { kind } = useAsked();
  return kind === 'team' ? <TeamFlags /> : <Likenesses />;
};

const TeamFlags = () => {
  const list = useCall('officeTeamFlagList', useAsked().input, { follow: true, keep: true });
  return (
    <FlagList
      list={list}
      flags={useMemo(() => list.data?.list.map((flag) => ({ ...flag, other: flag.leader })), [list.data])}
      mayDecide={useMay()('officeTeamFlagDecide')}
      decide={({ id, version }, decision) => call('officeTeamFlagDecide', { id, version, decision })}
      refresh={() => void again('officeTeamFlagList')}
    />
  );
};

const Likenesses = () => {
  const list = useCall('officeLikenessList', useAsked().input, { follow: true, keep: true });
  return (
    <FlagList
      list={list}
      flags={useMemo(() => list.data?.list.map((one) => ({ ...one, other: one.excluded })), [list.data])}
      mayDecide={useMay()('officeLikenessDecide')}
      decide={({ id, version }, decision) => call('officeLikenessDecide', { id, version, decision })}
      refresh={() => void again('officeLikenessList')}
    />
  );
};

const useColumns = (other: 'flag.leader' | 'likeness.excluded'): Column<Flag>[] => {
  const t = useT();
  const { ago } = useFormats();
  return useMemo(
    () => [
      { id: 'member', header: t('column.member'), cell: ({ member }) => member.account },
      { id: 'other', header: t(other), cell: (flag) => flag.other.account },
      {
        id: 'reason',
        header: t('decision.reason'),
        wide: true,
        cell: ({ reason }) => t(`flagReason.${reason}`),
      },
      {
        id: 'by',
        header: t('column.decidedBy'),
        wide: true,
        cell: ({ decidedBy }) => decidedBy?.account ?? '–',
      },
      { id: 'age', header: t('column.waiting'), cell: ({ at }) => ago(at) },
    ],
    [t, ago, other],
  );
};

type Deciding = {
  mayDecide: boolean;
  decide: (flag: Flag, verdict: Verdict) => Promise<unknown>;
  refresh: () => void;
};

const FlagList = ({
  list,
  flags,
  ...deciding
}: Deciding & {
  list: { data: { total: number } | undefined; error: unknown; refetch: () => Promise<unknown> };
  flags: readonly Flag[] | undefined;
}) => {
  const t = useT();
  const { kind, input } = useAsked();
  const columns = useColumns(texts[kind].other);
  const queue = useQueue(flags, ofRow);
  const open = flags?.find(({ id }) => id === queue.open?.id);
  return (
    <Page
      title={t('place.flags')}
      filters={
        <>
          <Choice
            label={t('flag.kind')}
            value={kind}
            choices={kinds}
            name={(each) => t(`flagKind.${each}`)}
            onChange={(chosen) => queue.filter({ kind: chosen === 'team' ? '' : (chosen ?? '') })}
          />
          <Choice
            label={t('column.state')}
            value={input.state}
            choices={states}
            name={(each) => t(`flagState.${each}`)}
            onChange={(chosen) => queue.filter({ state: chosen === 'open' ? '' : (chosen ?? '') })}
          />
        </>
      }
    >
      <PagedList
        label={t('place.flags')}
        columns={columns}
        keyOf={keyOf}
        list={{
          ...list,
          data: flags === undefined ? undefined : { list: flags, total: list.data?.total ?? 0 },
        }}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('queue.empty'), hint: t(texts[kind].emptyHint) }}
        open={
          open && {
            key: open.id,
            title: t(texts[kind].title),
            content: <FlagDetail of={open} onDone={queue.goOn} {...deciding} />,
            onClose: queue.close,
          }
        }
      />
    </Page>
  );
};

const FlagDetail = ({
  of,
  onDone,
  mayDecide,
  decide,
  refresh,
}: Deciding & { of: Flag; onDone: () => void }) => {
  const t = useT();
  const { when } = useFormats();
  const words = texts[useAsked().kind];
  const names = { member: of.member.account, other: of.other.account };
  return (
    <>
      {of.state === 'open' && mayDecide && (
        <Decision
          options={[
            {
              key: 'a',
              label: t('flag.clear'),
              sentence: t(words.clearSure, names),
              run: () => decide(of, 'clear'),
            },
            {
              key: 'r',
              label: t('flag.confirm'),
              sentence: t(words.confirmSure, names),
              harm: true,
              run: () => decide(of, 'confirm'),
            },
          ]}
          onDone={() => {
            onDone();
            refresh();
          }}
          onRefused={refresh}
        />
      )}
      <Facts
        of={[
          [t('column.state'), t(`flagState.${of.state}`)],
          [t('column.member'), <MemberLink key="member" of={of.member} />],
          [t(words.other), <MemberLink key="other" of={of.other} />],
          [t('decision.reason'), t(`flagReason.${of.reason}`)],
          [t('column.at'), when(of.at)],
          [t('column.decidedBy'), of.decidedBy?.account],
          [t('column.decidedAt'), of.decidedAt === undefined ? undefined : when(of.decidedAt)],
        ]}
      />
    </>
  );
};
