import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import styles from './queue.module.css';

/** The pages of a list as a call answers them. */
type Answer<Row> = {
  data: { list: readonly Row[]; total: number } | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
};

/** Rows of a list, page by page, and the open one next to it: then only the columns that matter are left. */
export const PagedList = <Row extends object>({
  list,
  limit,
  open,
  ...table
}: Pick<DataTableProps<Row>, 'label' | 'columns' | 'keyOf' | 'searchOf' | 'openKey' | 'empty'> & {
  list: Answer<Row>;
  limit: number;
  open: OpenItem | undefined;
}): ReactNode => (
  <Split
    list={
      <>
        <DataTable
          {...table}
          rows={list.data?.list}
          error={list.error}
          isNarrow={open !== undefined}
          openKey={table.openKey ?? open?.key}
          onRetry={() => void list.refetch()}
        />
        <Pager total={list.data?.total} limit={limit} />
      </>
    }
    open={open}
  />
);

/** What is open: its heading, and how to close it. */
export type OpenItem = { key: string; title: string; content: ReactNode; onClose: () => void };

/** A list, and the open one next to it. */
export const Split = ({
  list,
  open,
  isRoomy = false,
}: {
  list: ReactNode;
  /** Whether what is open needs more room than the list. */
  isRoomy?: boolean;
  open: OpenItem | undefined;
}) => (
  <div className={styles.split} data-open={open !== undefined} data-roomy={isRoomy}>
    <div className={styles.list}>{list}</div>
    {open !== undefined && (
      <Panel key={open.key} title={open.title} content={open.content} onClose={open.onClose} />
    )}
  </div>
);

const Panel = ({ title, content, onClose }: Omit<OpenItem, 'key'>) => {
  const t = useT();
  const head = useRef<HTMLHeadingElement>(null);
  useShortcut('Escape', t('keys.close'), onClose);
  // What opens is read out, and keys continue from there.
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <h2 ref={head} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton size="sm" onClick={onClose} aria-label={t('shell.close')} />
      </header>
      {content}
    </section>
  );
};

/** In the address instead of an id while something new is written. */
export const newKeyword = 'new';

/** Begins something new, also by the key n. */
export const NewButton = ({ label, onPress }: { label: string; onPress: () => void }) => {
  useShortcut('n', label, onPress);
  return (
    <Button variant="default" onClick={onPress}>
      {label}
    </Button>
  );
};
