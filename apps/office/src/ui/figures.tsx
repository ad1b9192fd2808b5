import type { ReactNode } from 'react';
import styles from './ui.module.css';
import { Figure, type FigureTone } from './figure.tsx';

export type NamedFigure = { name: string; value: ReactNode; tone?: FigureTone };

/** A few figures side by side, each under its name. */
export const Figures = ({ of }: { of: readonly NamedFigure[] }) => (
  <dl className={styles.figures}>
    {of.map((figure) => (
      <Figure key={figure.name} {...figure} />
    ))}
  </dl>
);
