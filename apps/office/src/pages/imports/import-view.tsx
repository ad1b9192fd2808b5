import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import {
  importRowStates,
  type ImportChange,
  type ImportReason,
  type ImportRow,
  type ImportRowState,
  type NameQuestion,
} from '@touchline/contract/shapes/office-imports';
import { bracketed } from '@touchline/locales/bracketed';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useFormats } from '../../lib/site.ts';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Choice, ReasonField } from '../../ui/fields.tsx';
import { Failure, Note } from '../../ui/notices.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import type { Chosen } from './file-form.tsx';
import styles from './imports.module.css';
import { TeamPicker } from './team-picker.tsx';

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

const tones: Record<ImportRowState, Tone> = {
  new: 'good',
  changed: 'good',
  unchanged: 'plain',
  refused: 'bad',
  waiting: 'wait',
};

type Goals = { home: number | string; away: number | string };
const pair = (goals: Goals | undefined): string => (goals ? `${goals.home}–${goals.away}` : '?');

/** A full-time score, and the half-time score behind it in brackets. */
const bothTimes = ({ ft, ht }: { ft?: Goals | undefined; ht?: Goals | undefined }): string =>
  pair(ft) + bracketed(pair(ht), currentLan());

/** The planned changes, old next to new. */
const useChangeText = (): ((change: ImportChange) => string) => {
  const t = useT();
  const { when } = useFormats();
  return (change) => {
    const { from, to, goals, goalsBefore, ft, ht, against, as } = change;
    if (change.do === 'add') {
      const price = goals ? `, ${t('import.goals')} ${pair(goals)}` : `, ${t('import.noPrices')}`;
      return `${to ? when(to) : ''}${price}`;
    }
    if (change.do === 'kick_off') return `${from ? when(from) : ''} → ${to ? when(to) : ''}`;
    if (change.do === 'begun') return t('import.begun', { at: to ? when(to) : '' });
    if (change.do === 'prices') return `${t('import.goals')} ${pair(goalsBefore)} → ${pair(goals)}`;
    if (change.do !== 'result') return t('import.link');
    const beside = against ? `${bothTimes(against)} → ` : '';
    return `${beside}${bothTimes({ ft, ht })}${as ? `, ${t(`resultAs.${as}`)}` : ''}`;
  };
};

const offStates = ['postponed', 'abandoned', 'cancelled'] as const;

/** Why nothing is done about a row. */
const useReason = (): ((reason: ImportReason) => string) => {
  const t = useT();
  const { when } = useFormats();
  return ({ why, values }) => {
    const state = offStates.find((each) => each === values['state']);
    return t(`importReason.${why}`, {
      ...values,
      ...(values['at'] !== undefined && { at: when(values['at']) }),
      ...(state && { state: t(`eventState.${state}`) }),
    });
  };
};

/** The columns of a file's rows. */
const useImportColumns = (): Column<ImportRow>[] => {
  const t = useT();
  const textOf = useChangeText();
  const reasonOf = useReason();
  return [
    { id: 'row', header: t('import.row'), align: 'end', cell: ({ row }) => (row === 0 ? '' : String(row)) },
    {
      id: 'state',
      header: t('column.state'),
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`importState.${state}`)}</Tag>,
    },
    { id: 'match', header: t('margin.match'), cell: ({ names }) => names || '–' },
    { id: 'what', header: t('import.what'), cell: ({ changes }) => changes.map(textOf).join('; ') || '–' },
    {
      id: 'why',
      header: t('import.why'),
      cell: ({ reasons }) => reasons.map(reasonOf).join('; '),
    },
  ];
};

const Question = ({ of, onDone }: { of: NameQuestion; onDone: () => void }) => {
  const t = useT();
  const [team, setTeam] = useState<{ id: string; name: string }>();
  const explain = useMutation({
    mutationFn: (means: string) => {
      const { kind, name, place } = of;
      return call('officeNameExplain', { kind, name, means, place: place !== '' ? place : undefined });
    },
    onSuccess: onDone,
  });
  return (
    <li>
      <strong>{of.name}</strong>
      <span>{t('import.seenIn', { name: of.seenIn })}</span>
      {of.suggestions.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="compact-xs"
          loading={explain.isPending}
          onClick={() => explain.mutate(id)}
        >
          {t('import.means', { name })}
        </Button>
      ))}
      {of.kind === 'team' && (
        <>
          <TeamPicker label={t('import.otherTeam')} chosen={team} onChoose={setTeam} isSmall />
          {team && (
            <Button size="compact-xs" loading={explain.isPending} onClick={() => explain.mutate(team.id)}>
              {t('import.means', { name: team.name })}
            </Button>
          )}
        </>
      )}
      {explain.isError && <Failure error={explain.error} />}
    </li>
  );
};

/** Names that are not mapped yet: matches with them wait. */
const NameQuestions = ({ questions, onDone }: { questions: readonly NameQuestion[]; onDone: () => void }) => {
  const t = useT();
  if (questions.length === 0) return null;
  return (
    <section className={styles.questions} aria-label={t('import.questions')}>
      <h2>{t('import.questions')}</h2>
      <ul>
        {questions.map((of) => (
          <Question key={`${of.kind}|${of.place}|${of.name}`} of={of} onDone={onDone} />
        ))}
      </ul>
    </section>
  );
};
