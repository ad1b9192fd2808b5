import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type Content, contentKinds, contentStates } from '@touchline/contract/shapes/inbox';
import { useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { PageSearch } from '@touchline/kit/search';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMay } from '../../lib/rights.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Note } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './content.module.css';
import { useContentColumns } from './content-list.tsx';
import { OpenContent } from './editor.tsx';

const limit = 50;
const keyOf = ({ id }: Content): string => id;
/** In the address instead of an id while something is written. */
const newKeyword = 'new';

/** What members read, by kind: a list, and what is open of it in its place. */
export const ContentPage = () => {
  const t = useT();
  const may = useMay();
  const navigate = useNavigate();
  const page = usePageNumber();
  const search = usePageSearch();
  const [done, setDone] = useState<string>();
  const kind = choiceOf(search.kind, contentKinds) ?? 'notice';
  const columns = useContentColumns(kind);
  const state = choiceOf(search.state, contentStates);
  const [id, q] = [search.id, search['q'] ?? ''];
  const list = useCall(
    'officeContentList',
    { kind, page, limit, state, q: q === '' ? undefined : q },
    { keep: true, enabled: id === undefined },
  );
  const go = (change: PageSearch): void => {
    setDone(undefined);
    void navigate({ to: '.', search: { ...search, page: '', ...change } });
  };
  const close = (): void => go({ id: '', copy: '', view: '', page: search.page ?? '' });
  const write =
    may('officeContentSave') && id === undefined ? () => go({ id: newKeyword, copy: '' }) : undefined;
  useShortcut('n', t('content.new'), write);
  return (
    <Page
      title={t('place.content')}
      filters={
        id === undefined && (
          <>
            <Choice
              label={t('column.state')}
              value={state}
              choices={contentStates}
              all={t('content.standing')}
              name={(each) => t(`contentState.${each}`)}
              onChange={(chosen) => go({ state: chosen ?? '' })}
            />
            <TextInput
              key={q}
              aria-label={t('content.find')}
              placeholder={t('content.find')}
              data-search
              maxLength={60}
              defaultValue={q}
              onBlur={({ currentTarget }) =>
                currentTarget.value.trim() !== q && go({ q: currentTarget.value.trim() })
              }
              onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
            />
          </>
        )
      }
      action={
        write && (
          <Button variant="default" onClick={write}>
            {t('content.new')}
          </Button>
        )
      }
    >
      <Tabs
        label={t('content.kinds')}
        tabs={contentKinds.map((each) => ({ name: each, text: t(`contentKind.${each}`) }))}
        current={kind}
        searchOf={(each) => ({ kind: each })}
      />
      {done !== undefined && <Note done>{done}</Note>}
      {id === undefined ? (
        <>
          <p className={styles.hint}>{t(`contentHint.${kind}`)}</p>
          <DataTable
            label={t(`contentKind.${kind}`)}
            columns={columns}
            keyOf={keyOf}
            rows={list.data?.list}
            error={list.error}
            searchOf={(row) => ({ ...search, id: row.id })}
            onRetry={() => void list.refetch()}
            empty={{ title: t('content.empty'), hint: t(`contentEmpty.${kind}`) }}
          />
          <Pager total={list.data?.total} limit={limit} />
        </>
      ) : (
        <OpenContent
          key={`${id} ${search['copy'] ?? ''}`}
          kind={kind}
          id={id === newKeyword ? undefined : id}
          copy={search['copy']}
          onClose={close}
          onCopy={() => go({ id: newKeyword, copy: id, view: '' })}
          onSaved={(saved, text) => {
            setDone(text);
            void navigate({ to: '.', search: { kind, id: saved.id }, replace: true });
          }}
          onRemoved={(text) => {
            close();
            setDone(text);
          }}
        />
      )}
    </Page>
  );
};
