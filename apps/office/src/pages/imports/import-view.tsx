import { Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import { importRowStates, type ImportRow } from '@touchline/contract/shapes/office-imports';
import { bracketed } from '@touchline/locales/bracketed';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import { useQueue } from '../../features/queue/use-queue.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Choice, ReasonField } from '../../ui/fields.tsx';
import { Failure, Note } from '../../ui/notices.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useImportColumns } from './columns.tsx';
import type { Chosen } from './file-form.tsx';
import styles from './imports.module.css';
import { NameQuestions } from './name-questions.tsx';

const limit = 100;
const keyOf = ({ row, names }: ImportRow): string => `${row}|${names}`;

/** What a file would do, row by row; then, with a reason, it is done. */
export const ImportView = ({
  file,
  preview,
  onAgain,
}: {
  file: Chosen;
  preview: Output<'officeImportPreview'>;
  onAgain: () => void;
}) => {
  const t = useT();
  const page = usePageNumber();
  const state = choiceOf(usePageSearch()['state'], importRowStates);
  const queue = useQueue<{ member: string; id: string }>([], (of) => of);
  const [reason, setReason] = useState('');
  const [sure, setSure] = useState(false);
  const apply = useMutation({
    mutationFn: () =>
      call('officeImportApply', { ...file, hash: preview.hash, reason, sure: sure || undefined }),
    onSuccess: () => again('officeEventList', 'officeCompetitionList', 'officeOfferList'),
  });
  const now = apply.data?.now ?? preview;
  const columns = useImportColumns();
  const rows = now.rows.filter((row) => state === undefined || row.state === state);
  const todo = now.counts.new + now.counts.changed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!apply.isPending) apply.mutate();
  };
  return (
    <>
      {apply.data && <Note done>{t('import.done', { count: String(apply.data.applied) })}</Note>}
      {apply.data?.left.map(({ names, why }) => (
        <Note key={names}>{`${names}: ${t(`import.left.${why}`)}`}</Note>
      ))}
      {now.suspect && <Note>{t('import.suspect')}</Note>}
      <NameQuestions questions={now.questions} onDone={onAgain} />
      <div className={styles.counts}>
        <Choice
          label={t('column.state')}
          value={state}
          choices={importRowStates}
          all={t('import.all', { count: String(now.rows.length) })}
          name={(each) => t(`importState.${each}`) + bracketed(String(now.counts[each]), currentLan())}
          onChange={(next) => queue.filter({ state: next ?? '' })}
        />
      </div>
      <DataTable
        label={t('place.imports')}
        columns={columns}
        keyOf={keyOf}
        rows={rows.slice((page - 1) * limit, page * limit)}
        error={null}
        onRetry={onAgain}
        empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
      />
      <Pager total={rows.length} limit={limit} />
      {apply.isError && <Failure error={apply.error} onRetry={onAgain} />}
      {todo > 0 && !apply.data && (
        <form className={styles.apply} onSubmit={submit}>
          <ReasonField value={reason} onChange={setReason} />
          {now.suspect && (
            <Checkbox
              label={t('margin.sure')}
              checked={sure}
              onChange={({ currentTarget }) => setSure(currentTarget.checked)}
            />
          )}
          <SubmitButton loading={apply.isPending} barred={now.suspect && !sure ? t('bar.sure') : undefined}>
            {t('import.apply', { count: todo })}
          </SubmitButton>
        </form>
      )}
    </>
  );
};
