import { Table } from '@mantine/core';

/** Heads of the columns that hold figures. */
export const FigureHeads = ({ of }: { of: readonly string[] }) =>
  of.map((head) => (
    <Table.Th key={head} scope="col" data-align="end">
      {head}
    </Table.Th>
  ));
