import type { ReactNode } from 'react';
import styles from './ui.module.css';

export type Figure = { name: string; value: ReactNode; tone?: 'good' | 'bad' };

/** A few figures side by side, each under its name. */
export const Figures = ({ of }: { of: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {of.map(({ name, value, tone }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd data-tone={tone}>{value}</dd>
      </div>
    ))}
  </dl>
);
