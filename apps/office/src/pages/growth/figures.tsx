import type { ReactNode } from 'react';
import styles from './figures.module.css';

/** A few figures side by side, each under its name. */
export const Figures = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.figures}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
