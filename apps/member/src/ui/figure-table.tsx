import { Fragment, type ReactNode } from 'react';
import { Across } from './across.tsx';
import styles from './figure-table.module.css';

type Row = { key: string | number; head: ReactNode; cells: readonly ReactNode[] };

type Props = {
  /** What the table shows, for those who do not see it. */
  label: string;
  /** Names of the columns, the first one that of the rows' own heads. */
  columns: readonly ReactNode[];
  rows: readonly Row[];
  /** Many rows of smaller figures. */
  small?: boolean;
};

// Columns and cells have no names of their own and never change places.
const inOrder = (items: readonly ReactNode[], element: (item: ReactNode) => ReactNode): ReactNode =>
  items.map((item, at) => <Fragment key={at}>{element(item)}</Fragment>);

/** Figures in rows and columns, each with its head. */
export const FigureTable = ({ label, columns, rows, small = false }: Props) => (
  <Across label={label}>
    <table className={small ? `${styles.table} ${styles.small}` : styles.table}>
      <thead>
        <tr>
          {inOrder(columns, (name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, cells }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {inOrder(cells, (cell) => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Across>
);

/** A figure of such a table, in its own direction. */
export const Figure = ({ children, strong = false }: { children: string; strong?: boolean }) => (
  <bdi dir="ltr" className={strong ? `figures ${styles.strong}` : 'figures'}>
    {children}
  </bdi>
);
