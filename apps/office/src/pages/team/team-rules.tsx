import { Button } from '@mantine/core';
import type { TeamRulesChange } from '@touchline/contract/shapes/office-growth';
import type { TeamRules } from '@touchline/contract/shapes/team';
import { dayIn } from '@touchline/locales/format-time';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { again, useCall } from '../../api/query.ts';
import { useFormats, useSite } from '../../api/site.ts';
import { Split } from '../../queue/split.tsx';
import { useQueue } from '../../queue/use-queue.ts';
import { useT } from '../../shell/i18n.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { usePageNumber } from '../../shell/use-page-search.ts';
import { useMay } from '../../shell/use-rights.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RuleChangeDetail } from '../growth/rule-change.tsx';
import { useDay } from '../growth/use-day.ts';
import { useRuleColumns } from '../growth/use-rule-columns.tsx';
import { LevelsTable } from './levels-table.tsx';
import { RulesForm } from './rules-form.tsx';
import styles from '../growth/growth.module.css';

const limit = 20;
const keyOf = ({ id }: TeamRulesChange): string => id;
const ofRow = ({ id }: TeamRulesChange) => ({ member: '-', id });
/** Stands in the address instead of an id while rules are written. */
const newKeyword = 'new';

const refresh = () => void again('officeTeamRulesChanges', 'officeTeamRules');

/** The rules of team levels: what counts, what was published, and what somebody proposes. */
export const TeamRulesView = () => {
  const t = useT();
  const may = useMay();
  const page = usePageNumber();
  const columns = useRuleColumns<TeamRulesChange>();
  const versions = useCall('officeTeamRules', { limit: 100 });
  const list = useCall('officeTeamRulesChanges', { page, limit }, { follow: true, keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  const newest = versions.data?.list[0];
  const write =
    may('officeTeamRulesSave') && newest !== undefined
      ? () => queue.filter({ member: '-', id: newKeyword })
      : undefined;
  const back = may('officeTeamList') ? () => queue.filter({ view: '' }) : undefined;
  useShortcut('n', t('ruleChange.propose'), write);
  useShortcut('v', t('team.teams'), back);
  const open = list.data?.list.find(({ id }) => id === queue.open?.id);
  return (
    <Page
      title={t('team.rules')}
      filters={
        back && (
          <Button variant="default" onClick={back}>
            {t('team.teams')}
          </Button>
        )
      }
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
                {...{ label: t('ruleChange.proposals'), columns, keyOf }}
                {...{ rows: list.data?.list, error: list.error, searchOf: queue.linkOf }}
                openKey={open?.id}
                onRetry={() => void list.refetch()}
                empty={{ title: t('ruleChange.none'), hint: t('ruleChange.noneHint') }}
                isNarrow={queue.open !== undefined}
              />
              <Pager total={list.data?.total} limit={limit} />
            </Section>
            {versions.isError && <Failure error={versions.error} onRetry={() => void versions.refetch()} />}
            {versions.data === undefined ? <Skeleton lines={6} /> : <Versions of={versions.data.list} />}
          </>
        }
        open={
          queue.open?.id === newKeyword && newest !== undefined && write !== undefined
            ? {
                ...{ key: newKeyword, title: t('ruleChange.propose'), onClose: queue.close },
                content: <RulesForm key={newest.version} newest={newest} onDone={queue.close} />,
              }
            : open && {
                ...{ key: open.id, title: t('ruleChange.title'), onClose: queue.close },
                content: <Proposal of={open} versions={versions.data?.list ?? []} />,
              }
        }
      />
    </Page>
  );
};

const Proposal = ({ of, versions }: { of: TeamRulesChange; versions: readonly TeamRules[] }) => {
  const t = useT();
  const may = useMay();
  const before = versions.find(({ version }) => version === of.basedOn);
  return (
    <>
      <Section title={t('ruleChange.beforeAfter')}>
        <LevelsTable levels={of.levels} before={before?.levels} />
      </Section>
      <RuleChangeDetail
        of={of}
        mayDecide={may('officeTeamRulesDecide')}
        decide={(decision, note) =>
          call('officeTeamRulesDecide', { id: of.id, decision, ...(note === undefined ? {} : { note }) })
        }
        onDone={refresh}
      />
    </>
  );
};

/** The versions, newest first, each with what it changed. */
const Versions = ({ of }: { of: readonly TeamRules[] }) => {
  const t = useT();
  const { when } = useFormats();
  const day = useDay();
  const { timeZone } = useSite();
  const [now] = useState(() => new Date());
  const today = dayIn(now, timeZone);
  const counting = of.find(({ countsFrom = '' }) => countsFrom <= today);
  return of.map((rules, at) => (
    <Section key={rules.version} title={t('ruleChange.versionOf', { version: rules.version })}>
      <p className={styles.row}>
        {rules === counting && <Tag tone="good">{t('ruleChange.counts')}</Tag>}
        <span className={styles.hint}>
          {rules.version === '1'
            ? t('ruleChange.fromSettings')
            : t('ruleChange.countsFrom', { day: day(rules.countsFrom ?? ''), at: when(rules.publishedAt) })}
        </span>
      </p>
      <LevelsTable levels={rules.levels} before={of[at + 1]?.levels} />
    </Section>
  ));
};
