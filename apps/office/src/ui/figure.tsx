import type { ReactNode } from 'react';
import { Meter } from './meter.tsx';
import styles from './ui.module.css';

export type FigureTone = 'plain' | 'good' | 'bad';

/** A figure under its name, and what it is made of; with `percent` how much of something it uses. */
export const Figure = ({
  name,
  value,
  note,
  percent,
  tone = 'plain',
}: {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  percent?: number | undefined;
  tone?: FigureTone;
}) => (
  <div className={styles.figure} data-tone={tone}>
    <dt>{name}</dt>
    <dd className={styles.value}>{value}</dd>
    {percent !== undefined && (
      <dd className={styles.meter}>
        <Meter percent={percent} />
      </dd>
    )}
    {note !== undefined && <dd className={styles.figureNote}>{note}</dd>}
  </div>
);

/** Figures side by side. */
export const Figures = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl className={styles.figures} aria-label={label}>
    {children}
  </dl>
);
