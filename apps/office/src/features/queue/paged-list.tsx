import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Split, type OpenItem } from './split.tsx';

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
