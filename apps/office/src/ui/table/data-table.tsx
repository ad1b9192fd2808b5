import { Table } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { tableFeatures, useTable } from '@tanstack/react-table';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import type { PageSearch } from '@touchline/kit/search';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Empty, Failure, Skeleton } from '../notices.tsx';
import styles from './table.module.css';

type Folded = { columns: string; width: number; count: number };

/**
 * How many columns of less weight a table has to do without, for the others to fit its box: one after another, until they do.
 * @param columns their names; other columns are measured again, and so is another width
 * @param rows whose cells may be wider than those before
 * @param most columns that can be left out
 */
const useFold = (columns: string, rows: readonly unknown[], most: number) => {
  const box = useRef<HTMLElement>(null);
  const { ref, width } = useElementSize<HTMLElement>();
  const [folded, setFolded] = useState<Folded>();
  const count = folded?.columns === columns && folded.width === width ? folded.count : 0;
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = box.current ?? {};
    if (rows.length === 0 || scrollWidth <= clientWidth || count >= most) return;
    setFolded({ columns, width, count: count + 1 });
  }, [columns, rows, width, count, most]);
  return { count, ref: useMergedRef(ref, box) };
};

/** A column: its heading, and what it shows of a row. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` aligns figures at the end of their column. */
  align?: 'end';
  /**
   * Left out while a row is open next to the table; where rows can be opened also, from the last on, while there is no room for
   * all columns.
   */
  wide?: boolean;
  /** The total of the rows, at the foot of the table; the foot is shown where any column has one. */
  foot?: ReactNode;
};

export type DataTableProps<Row> = {
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Missing while they are on their way. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** The query string that opens a row. */
  searchOf?: ((row: Row) => PageSearch) | undefined;
  /** The group heading of a row, shown once before the first row of its group. */
  groupOf?: (row: Row) => string;
  /** The row that is open. */
  openKey?: string | undefined;
  error: unknown;
  onRetry: () => void;
  empty: { title: string; hint: string };
  isNarrow?: boolean;
};

// Order, filters and pages are the server's.
const features = tableFeatures({});
const none: readonly never[] = [];

/** Rows of a list as the server gives them: dense, walked through with j and k, opened with Enter. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { label, columns, rows, keyOf, error, onRetry, empty, isNarrow = false } = props;
  const t = useT();
  const body = useRef<HTMLTableSectionElement>(null);
  const data = useMemo(() => [...(rows ?? none)], [rows]);
  const wide = useMemo(() => columns.filter((column) => column.wide === true), [columns]);
  const names = columns.map(({ header }) => header).join('\n');
  const { count, ref } = useFold(names, data, isNarrow || props.searchOf === undefined ? 0 : wide.length);
  const shown = useMemo(() => {
    const out = new Set(isNarrow ? wide : wide.slice(wide.length - count));
    return columns.filter((column) => !out.has(column));
  }, [columns, wide, isNarrow, count]);
  const definitions = useMemo(
    () => shown.map(({ id, header, cell }) => ({ id, header, accessorFn: cell })),
    [shown],
  );
  const table = useTable({ features, columns: definitions, data, getRowId: keyOf });

  const step = (by: 1 | -1) => () => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const open = links.findIndex((link) => link.getAttribute('aria-current') === 'true');
    const from = at === -1 ? open : at;
    links[from === -1 ? 0 : Math.min(Math.max(from + by, 0), links.length - 1)]?.focus();
  };
  const canStep = props.searchOf !== undefined && data.length > 0;
  useShortcut('j', t('keys.down'), canStep ? step(1) : undefined);
  useShortcut('k', t('keys.up'), canStep ? step(-1) : undefined);

  if (error !== null && rows === undefined) return <Failure error={error} onRetry={onRetry} />;
  if (rows === undefined) return <Skeleton lines={8} />;
  if (rows.length === 0) return <Empty {...empty} />;
  return (
    // What is wider than the page scrolls, also by keys. No landmark: pages and panels often have the same name.
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is of a form
      role="group"
      className={styles.box}
      aria-label={label}
      {...(props.searchOf === undefined ? { tabIndex: 0 } : {})}
    >
      {error !== null && <Failure error={error} onRetry={onRetry} />}
      <Table className={styles.table} highlightOnHover aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {shown.map(({ id, header, align }) => (
              <Table.Th key={id} scope="col" data-align={align}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {table.getRowModel().rows.map((row, at, all) => {
            const group = props.groupOf?.(row.original);
            const before = all[at - 1];
            const isFirst =
              group !== undefined && (before === undefined || props.groupOf?.(before.original) !== group);
            return (
              <Fragment key={row.id}>
                {isFirst && (
                  <Table.Tr className={styles.group}>
                    <Table.Th colSpan={shown.length} scope="rowgroup">
                      {group}
                    </Table.Th>
                  </Table.Tr>
                )}
                <Table.Tr data-open={row.id === props.openKey}>
                  {shown.map(({ id, cell, align }, at) => (
                    <Table.Td key={id} data-align={align}>
                      {at === 0 && props.searchOf !== undefined ? (
                        <Link
                          to="."
                          search={props.searchOf(row.original)}
                          className={styles.link}
                          data-row
                          aria-current={row.id === props.openKey}
                        >
                          {cell(row.original)}
                        </Link>
                      ) : (
                        cell(row.original)
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              </Fragment>
            );
          })}
        </Table.Tbody>
        {shown.some(({ foot }) => foot !== undefined) && (
          <Table.Tfoot>
            <Table.Tr>
              {shown.map(({ id, align, foot }) => (
                <Table.Td key={id} data-align={align}>
                  {foot}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </div>
  );
};
