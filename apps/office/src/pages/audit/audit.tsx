import { Button, Table, TextInput } from '@mantine/core';
import { limits } from '@touchline/contract/limits';
import type { CallInput, Output } from '@touchline/contract/routes';
import { auditActions, type AuditLine } from '@touchline/contract/shapes/office';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { PageSearch } from '@touchline/kit/search';
import { useMutation } from '@tanstack/react-query';
import { Facts } from '../../ui/facts.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { MemberLink } from '../../ui/member.tsx';
import { Page, Section } from '../../ui/page.tsx';
import styles from './audit.module.css';
import { detailText, readDetail, valueText } from './detail-text.ts';
import { useAuditWords } from './words.ts';
import { auditFile } from '../../lib/call.ts';
import { Failure } from '../../ui/notices.tsx';
import { saveCsv } from '../../ui/csv.tsx';

const limit = 50;
const filters = ['operator', 'subject', 'member', 'from', 'to', 'q'] as const;
const keyOf = ({ id }: AuditLine): string => id;

const useColumns = (): Column<AuditLine>[] => {
  const t = useT();
  const { when } = useFormats();
  const words = useAuditWords();
  // The same object in every render: a table measures other columns again.
  return useMemo(() => {
    const textOf = (line: AuditLine): string =>
      detailText(line.detail, {
        moment: when,
        name: words.name,
        value: words.value,
        pair: words.pair,
        why: (code) => words.why(line, code) ?? code,
      });
    return [
      { id: 'at', header: t('column.at'), cell: ({ at }) => when(at) },
      { id: 'operator', header: t('audit.operator'), cell: ({ operator }) => operator?.account ?? '–' },
      { id: 'action', header: t('audit.action'), cell: ({ action }) => t(`auditAction.${action}`) },
      {
        id: 'member',
        header: t('column.member'),
        cell: ({ member }) => (member ? <MemberLink of={member} /> : '–'),
      },
      {
        id: 'detail',
        wide: true,
        header: t('audit.detail'),
        cell: (line) => <span className={styles.detail}>{textOf(line) || '–'}</span>,
      },
      { id: 'subject', header: t('audit.about'), wide: true, cell: ({ subject }) => subject.id },
      { id: 'seq', header: t('audit.seq'), align: 'end', wide: true, cell: ({ seq }) => seq ?? '–' },
    ];
  }, [t, when, words]);
};

/** The last seal, to be noted outside the database. */
const Head = ({ of: { seq, hash, keyed } }: { of: NonNullable<Output<'officeAuditList'>['head']> }) => {
  const t = useT();
  return (
    <p className={styles.head}>
      <span className={styles.hash}>{t('audit.head', { seq, hash })}</span>
      {keyed ? (
        <span>
          {t('audit.headHint')} <code>{`npm run verify -- --audit-head ${seq}:…`}</code>
        </span>
      ) : (
        <span>{t('audit.headPlain')}</span>
      )}
    </p>
  );
};

/** The lines that the filters leave, all of them, as a file. That it was taken is a line of the log too. */
const AuditExport = ({ of }: { of: CallInput<'officeAuditList'> }) => {
  const t = useT();
  const fetching = useMutation({
    mutationFn: () => auditFile(of),
    onSuccess: (file) => saveCsv('audit.csv', [file]),
  });
  return (
    <>
      {fetching.isError && <Failure error={fetching.error} />}
      <Button variant="default" loading={fetching.isPending} onClick={() => fetching.mutate()}>
        {t('audit.export')}
      </Button>
    </>
  );
};

/** What operators did, newest first, by who, action, days, words and ids; one line of it whole. */
export const AuditPage = () => {
  const t = useT();
  const columns = useColumns();
  const navigate = useNavigate();
  const page = usePageNumber();
  const search = usePageSearch();
  const action = choiceOf(search.action, auditActions);
  const given: CallInput<'officeAuditList'> = {
    ...Object.fromEntries(
      filters.flatMap((name) => {
        const value = search[name];
        return value === undefined || value === '' ? [] : [[name, value]];
      }),
    ),
    action,
  };
  const list = useCall('officeAuditList', { page, limit, ...given }, { keep: true });
  const operators = useCall('officeOperatorList', { limit: 100 }, { keep: true });
  const accounts = new Map(operators.data?.list.map(({ id, account }) => [id, account]));
  const { line, ...rest } = search;
  const open = list.data?.list.find(({ id }) => id === line);
  const close = (): void => void navigate({ to: '.', search: rest, replace: true });
  const filter = (change: PageSearch): void =>
    void navigate({ to: '.', search: { ...rest, page: '', ...change }, replace: true });
  return (
    <Page
      title={t('place.audit')}
      filters={
        <>
          <Choice
            label={t('audit.action')}
            value={action}
            choices={auditActions}
            all={t('table.all')}
            name={(each) => t(`auditAction.${each}`)}
            onChange={(chosen) => filter({ action: chosen ?? '' })}
          />
          <Choice
            label={t('audit.operator')}
            value={search['operator']}
            choices={[...accounts.keys()]}
            all={t('audit.everybody')}
            name={(id) => accounts.get(id) ?? id}
            onChange={(chosen) => filter({ operator: chosen ?? '' })}
          />
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              aria-label={t(`audit.${name}`)}
              value={search[name] ?? ''}
              onChange={({ currentTarget }) => filter({ [name]: currentTarget.value })}
            />
          ))}
          {(['q', 'subject'] as const).map((name) => (
            <TextInput
              key={`${name} ${search[name] ?? ''}`}
              className={styles.words}
              aria-label={t(`audit.filter.${name}`)}
              placeholder={t(`audit.filter.${name}`)}
              data-search={name === 'q' || undefined}
              maxLength={name === 'q' ? limits.searchMaxLength : 64}
              defaultValue={search[name] ?? ''}
              onBlur={({ currentTarget }) => {
                const value = currentTarget.value.trim();
                if (value !== (search[name] ?? '')) filter({ [name]: value });
              }}
              onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
            />
          ))}
        </>
      }
      action={<AuditExport of={given} />}
    >
      {list.data?.head && <Head of={list.data.head} />}
      <PagedList
        label={t('place.audit')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={({ id }) => ({ ...rest, line: id })}
        openKey={line}
        empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
        open={
          open && {
            key: open.id,
            title: t(`auditAction.${open.action}`),
            onClose: close,
            content: <AuditLineDetail of={open} />,
          }
        }
      />
    </Page>
  );
};

/** Words, and next to them the code that the log has and the search finds. */
const Coded = ({ words, code }: { words: string; code: string | undefined }) => (
  <>
    {words}
    {code !== undefined && <code className={styles.code}>{code}</code>}
  </>
);

/** All that one line of the log says: who, what, before and after, why, and its place in the chain. */
const AuditLineDetail = ({ of }: { of: AuditLine }) => {
  const t = useT();
  const { atSecond } = useFormats();
  const { why, changes, others } = readDetail(of.detail);
  const words = useAuditWords();
  const whyWords = why === undefined ? undefined : words.why(of, why);
  const textOf = (name: string, value: unknown): string =>
    words.value(name, value) ?? valueText(value, atSecond);
  const both = changes.some(({ before }) => before !== undefined);
  return (
    <>
      <Facts
        of={[
          [t('column.at'), atSecond(of.at)],
          [t('audit.operator'), of.operator?.account ?? '–'],
          [t('audit.action'), t(`auditAction.${of.action}`)],
          [t('audit.why'), whyWords === undefined ? why : <Coded key={why} words={whyWords} code={why} />],
          [t('column.member'), of.member && <MemberLink of={of.member} />],
          [t('audit.address'), of.address || undefined],
        ]}
      />
      {changes.length > 0 && (
        <Section title={t(both ? 'audit.changes' : 'audit.values')}>
          <Table className={styles.changes} withRowBorders={false}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('audit.field')}</Table.Th>
                {both && <Table.Th scope="col">{t('audit.before')}</Table.Th>}
                <Table.Th scope="col">{t('audit.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ name, before, after }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">
                    <Coded words={words.name(name)} code={words.code(name)} />
                  </Table.Th>
                  {both && <Table.Td>{textOf(name, before)}</Table.Td>}
                  <Table.Td>{textOf(name, after)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      )}
      {others.length > 0 && (
        <Section title={t('audit.detail')}>
          <Facts of={others.map(([name, value]) => [words.name(name), textOf(name, value)])} />
        </Section>
      )}
      <Section title={t('audit.chain')}>
        <Facts
          of={[
            [t('audit.about'), `${t(`auditSubject.${of.subject.kind}`)} ${of.subject.id}`],
            [t('audit.seq'), of.seq ?? t('audit.notSealed')],
            [t('audit.hash'), of.hash && <code className={styles.hash}>{of.hash}</code>],
          ]}
        />
      </Section>
    </>
  );
};
