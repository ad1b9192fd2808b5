import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** Above this much of a cap an operator should look; the server draws the same line. */
const nearPercent = 80;

const toneOfUse = (percent: number): 'plain' | 'wait' | 'bad' => {
  if (percent >= 100) return 'bad';
  return percent > nearPercent ? 'wait' : 'plain';
};

/** How much of something is used, as a bar next to its figure. */
export const Meter = ({ percent }: { percent: number }) => (
  <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect className={styles.whole} width="100" height="4" />
    <rect
      className={styles.used}
      data-tone={toneOfUse(percent)}
      width={Math.min(100, Math.max(0, percent))}
      height="4"
    />
  </svg>
);

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
export const FigureList = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl className={styles.figures} aria-label={label}>
    {children}
  </dl>
);

export type NamedFigure = { name: string; value: ReactNode; tone?: FigureTone };

/** A few figures side by side, each under its name. */
export const Figures = ({ of }: { of: readonly NamedFigure[] }) => (
  <dl className={styles.figures}>
    {of.map((figure) => (
      <Figure key={figure.name} {...figure} />
    ))}
  </dl>
);
