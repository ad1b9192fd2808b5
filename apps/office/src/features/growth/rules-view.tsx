import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { dayIn } from '@touchline/locales/format-time';
import { type ComponentType, useMemo, useState } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useFormats, useSite } from '../../lib/site.ts';
import { Split } from '../queue/paged-list.tsx';
import { ProposalState, useProposalColumns } from '../queue/proposal.tsx';
import { useQueue } from '../queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { BackLink, Page, Section } from '../../ui/page.tsx';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { RuleChange } from './rule-change.tsx';
import styles from './growth.module.css';

/** Proposals on a page. */
export const rulesLimit = 20;
const ofRow = ({ id }: RuleChange) => ({ member: '-', id });
const keyOf = ({ id }: RuleChange): string => id;
/** In the address instead of an id while rules are written. */
const newKeyword = 'new';

type Version = {
  version: string;
  countsFrom?: string | undefined;
  publishedAt?: string | undefined;
};

type RulesViewProps<V extends Version, C extends RuleChange> = {
  title: string;
  /** The page these rules belong to; missing where there is none for this operator. */
  back: string | undefined;
  versions: UseQueryResult<{ list: V[] }>;
  changes: UseQueryResult<{ list: C[]; total: number }>;
  /** The version that came from the settings. */
  first: string;
  mayPropose: boolean;
  Form: Written<V>;
  Detail: ComponentType<{ of: C; versions: readonly V[] }>;
  Version: ShownVersion<V>;
};
type Written<V> = ComponentType<{ newest: V; onDone: () => void }>;
type ShownVersion<V> = ComponentType<{ of: V; before: V | undefined }>;

const useColumns = <C extends RuleChange>(): Column<C>[] => {
  const t = useT();
  const { state, people } = useProposalColumns<C>(ProposalState);
  return useMemo(
    () => [
      { id: 'reason', header: t('decision.reason'), cell: ({ reason }) => reason },
      state,
      ...people,
      {
        id: 'version',
        header: t('ruleChange.version'),
        align: 'end',
        wide: true,
        cell: ({ version }) => version ?? '–',
      },
    ],
    [t, state, people],
  );
};

/** Rules of any kind: proposals with what they change, and the versions, newest first. */
export const RulesView = <V extends Version, C extends RuleChange>(props: RulesViewProps<V, C>) => {
  const { title, versions, changes, Form, Detail } = props;
  const t = useT();
  const columns = useColumns<C>();
  const queue = useQueue(changes.data?.list, ofRow);
  const newest = versions.data?.list[0];
  const write =
    props.mayPropose && newest !== undefined
      ? () => queue.filter({ member: '-', id: newKeyword })
      : undefined;
  const back = props.back === undefined ? undefined : () => queue.filter({ view: '' });
  useShortcut('n', t('ruleChange.propose'), write);
  useShortcut('v', props.back ?? title, back);
  const open = changes.data?.list.find(({ id }) => id === queue.open?.id);
  const isNew = queue.open?.id === newKeyword && newest !== undefined && write !== undefined;
  return (
    <Page
      title={title}
      filters={back && <BackLink search={{}}>{props.back}</BackLink>}
      action={
        write && (
          <Button variant="default" onClick={write}>
            {t('ruleChange.propose')}
          </Button>
        )
      }
    >
      <Split
        list={
          <>
            <Section title={t('ruleChange.proposals')}>
              <DataTable
                label={t('ruleChange.proposals')}
                columns={columns}
                keyOf={keyOf}
                rows={changes.data?.list}
                error={changes.error}
                searchOf={queue.linkOf}
                openKey={open?.id}
                onRetry={() => void changes.refetch()}
                empty={{ title: t('ruleChange.none'), hint: t('ruleChange.noneHint') }}
                isNarrow={queue.open !== undefined}
              />
              <Pager total={changes.data?.total} limit={rulesLimit} />
            </Section>
            {versions.isError && <Failure error={versions.error} onRetry={() => void versions.refetch()} />}
            {versions.data === undefined ? (
              <Skeleton lines={6} />
            ) : (
              <Versions of={versions.data.list} first={props.first} Shown={props.Version} />
            )}
          </>
        }
        open={
          isNew
            ? {
                key: newKeyword,
                title: t('ruleChange.propose'),
                onClose: queue.close,
                content: <Begun Form={Form} newest={newest} onDone={queue.close} />,
              }
            : open && {
                key: open.id,
                title: t('ruleChange.title'),
                onClose: queue.close,
                content: <Detail of={open} versions={versions.data?.list ?? []} />,
              }
        }
      />
    </Page>
  );
};

/** A form on the version it was begun on: proposed on a newer one, it would take back what that changed. */
const Begun = <V extends Version>({
  Form,
  newest,
  onDone,
}: {
  Form: Written<V>;
  newest: V;
  onDone: () => void;
}) => {
  const t = useT();
  const [begun] = useState(newest);
  return (
    <>
      {newest.version !== begun.version && <Note>{t('ruleChange.outdated')}</Note>}
      <Form newest={begun} onDone={onDone} />
    </>
  );
};

/** The versions, each with what it changed. */
const Versions = <V extends Version>({
  of,
  first,
  Shown,
}: {
  of: readonly V[];
  first: string;
  Shown: ShownVersion<V>;
}) => {
  const t = useT();
  const { when } = useFormats();
  const { longDay: day } = useDayFormats();
  const { timeZone } = useSite();
  const [now] = useState(() => new Date());
  const today = dayIn(now, timeZone);
  const counting = of.find(({ countsFrom = '' }) => countsFrom <= today);
  return of.map((one, at) => (
    <Section key={one.version} title={t('ruleChange.versionOf', { version: one.version })}>
      <p className={styles.row}>
        {one === counting && <Tag tone="good">{t('ruleChange.counts')}</Tag>}
        <span className={styles.hint}>
          {one.version === first || one.countsFrom === undefined || one.publishedAt === undefined
            ? t('ruleChange.fromSettings')
            : t('ruleChange.countsFrom', { day: day(one.countsFrom), at: when(one.publishedAt) })}
        </span>
      </p>
      <Shown of={one} before={of[at + 1]} />
    </Section>
  ));
};
