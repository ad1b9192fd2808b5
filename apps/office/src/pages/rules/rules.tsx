import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  houseTextKinds,
  houseTextStates,
  type OfficeHouseText,
} from '@touchline/contract/shapes/house-texts';
import { useMemo, useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useProposalColumns } from '../../features/queue/proposal.tsx';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { PageSearch } from '@touchline/kit/search';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMay } from '../../lib/rights.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Note } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { writtenLans } from '../../features/words/texts.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { OpenText, Standing } from './open-text.tsx';
import { WriteText } from './write-text.tsx';
import styles from './rules.module.css';

const limit = 50;
const keyOf = ({ id }: OfficeHouseText): string => id;
/** In the address instead of an id while a version is written. */
const newKeyword = 'new';

const useColumns = (): Column<OfficeHouseText>[] => {
  const t = useT();
  const { when } = useFormats();
  const { state, people } = useProposalColumns<OfficeHouseText>(Standing);
  return useMemo(
    () => [
      {
        id: 'version',
        header: t('content.version'),
        cell: ({ version, basedOn }) => version ?? `(${basedOn + 1})`,
      },
      state,
      { id: 'from', header: t('rules.validFrom'), cell: ({ from }) => when(from) },
      {
        id: 'languages',
        header: t('content.languages'),
        align: 'end',
        cell: ({ languages }) => t('content.written', { written: languages.length, all: writtenLans.length }),
      },
      {
        id: 'reason',
        header: t('decision.reason'),
        cell: ({ reason }) => <span className={styles.title}>{reason}</span>,
      },
      ...people,
    ],
    [t, when, state, people],
  );
};

/** What the house adds to the rules, the terms and the privacy notice of the product: versions that two people publish. */
export const RulesPage = () => {
  const t = useT();
  const may = useMay();
  const navigate = useNavigate();
  const page = usePageNumber();
  const search = usePageSearch();
  const columns = useColumns();
  const [done, setDone] = useState<string>();
  const kind = choiceOf(search.kind, houseTextKinds) ?? 'rules';
  const state = choiceOf(search.state, houseTextStates);
  const { id } = search;
  const list = useCall('officeHouseTextList', { kind, page, limit, state }, { keep: true, follow: true });
  const go = (change: PageSearch): void => {
    setDone(undefined);
    void navigate({ to: '.', search: { ...search, page: '', ...change } });
  };
  const close = (): void => go({ id: '' });
  const write = may('officeHouseTextAdd') && id === undefined ? () => go({ id: newKeyword }) : undefined;
  useShortcut('n', t('rules.new'), write);
  return (
    <Page
      title={t('place.rules')}
      filters={
        id === undefined && (
          <Choice
            label={t('column.state')}
            value={state}
            choices={houseTextStates}
            all={t('table.all')}
            name={(each) => t(`houseTextState.${each}`)}
            onChange={(chosen) => go({ state: chosen ?? '' })}
          />
        )
      }
      action={
        write && (
          <Button variant="default" onClick={write}>
            {t('rules.new')}
          </Button>
        )
      }
    >
      <Tabs
        label={t('rules.kinds')}
        tabs={houseTextKinds.map((each) => ({ name: each, text: t(`houseTextKind.${each}`) }))}
        current={kind}
        searchOf={(each) => ({ kind: each })}
      />
      {done !== undefined && <Note done>{done}</Note>}
      {id === undefined && (
        <>
          <p className={styles.hint}>{t(`houseTextHint.${kind}`)}</p>
          <DataTable
            label={t(`houseTextKind.${kind}`)}
            columns={columns}
            keyOf={keyOf}
            rows={list.data?.list}
            error={list.error}
            searchOf={(row) => ({ ...search, id: row.id })}
            onRetry={() => void list.refetch()}
            empty={{ title: t('rules.empty'), hint: t('rules.emptyHint') }}
          />
          <Pager total={list.data?.total} limit={limit} />
        </>
      )}
      {id === newKeyword && list.data !== undefined && (
        <WriteText
          key={kind}
          kind={kind}
          newest={list.data.newest[kind] ?? 0}
          onClose={close}
          valid={list.data.list.find(({ version }) => version === list.data.newest[kind])?.id}
          onDone={(text, opened) => {
            setDone(text);
            void navigate({ to: '.', search: { kind, id: opened }, replace: true });
          }}
        />
      )}
      {id !== undefined && id !== newKeyword && <OpenText key={id} id={id} onClose={close} />}
    </Page>
  );
};
