import type { CallInput } from '@touchline/contract/routes';
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Span } from './span.ts';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { Failure } from '../../ui/notices.tsx';
import { saveCsv } from '../../ui/csv.tsx';
import styles from './reports.module.css';

/** A table of the report under its heading, with its file next to it. */
export const Part = ({
  title,
  table,
  span,
  head,
  children,
}: {
  title: string;
  table?: CallInput<'officeReportExport'>['table'];
  span: Span;
  head?: ReactNode;
  children: ReactNode;
}) => (
  <section className={styles.part}>
    <header className={styles.partHead}>
      {head ?? <h2>{title}</h2>}
      {table !== undefined && <CsvButton table={table} span={span} title={title} />}
    </header>
    {children}
  </section>
);

/** One table of the report as a file; it is asked for with the operator's own token. */
const CsvButton = ({
  table,
  span,
  title,
}: {
  table: CallInput<'officeReportExport'>['table'];
  span: Span;
  title: string;
}) => {
  const t = useT();
  const fetching = useMutation({
    mutationFn: () => call('officeReportExport', { ...span, table }),
    onSuccess: ({ name, csv }) => saveCsv(name, [csv]),
  });
  return (
    <>
      {fetching.isError && <Failure error={fetching.error} />}
      <Button
        variant="default"
        size="compact-xs"
        loading={fetching.isPending}
        onClick={() => fetching.mutate()}
        aria-label={t('report.csvOf', { table: title })}
      >
        {t('report.csv')}
      </Button>
    </>
  );
};
