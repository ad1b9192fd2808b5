import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './growth.module.css';

// What is wider than its place scrolls, also by keys. It is no landmark: what it lies in often has the same name.
const byKeys = { tabIndex: 0 };

/** A frame around a table that may be wider than its place. */
export const ScrollBox = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is of a form
  <div role="group" className={styles.box} aria-label={label} {...byKeys}>
    {children}
  </div>
);

/** A figure; where it changes, what was before what is to be. */
export const Changed = ({ text, was }: { text: string; was: string | undefined }) => {
  if (was === undefined || was === text) return text;
  return (
    <>
      <del className={styles.was}>{was}</del> <ins className={styles.now}>{text}</ins>
    </>
  );
};

/** Heads of the columns that hold figures. */
export const FigureHeads = ({ of }: { of: readonly string[] }) =>
  of.map((head) => (
    <Table.Th key={head} scope="col" data-align="end">
      {head}
    </Table.Th>
  ));
