import type { CallInput } from '@touchline/contract/routes';
import type { ReactNode } from 'react';
import { CsvButton } from './csv-button.tsx';
import type { Span } from './span.ts';
import styles from './reports.module.css';

/** A table of the report under its heading, with its file beside it. */
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
