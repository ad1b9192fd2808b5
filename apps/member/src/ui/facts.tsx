import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** Short facts below each other, name and figure. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

type FactProps = {
  label: string;
  /** The value is words of the language or a date, and reads as they do. */
  words?: boolean;
  children: ReactNode;
};

/** One of them; figures read from left to right. */
export const Fact = ({ label, words = false, children }: FactProps) => (
  <div className={styles.factsFact}>
    <dt>{label}</dt>
    <dd>
      {words ? (
        children
      ) : (
        <bdi dir="ltr" className="figures">
          {children}
        </bdi>
      )}
    </dd>
  </div>
);

type Props = {
  label: string;
  /** State of a bet, which colours the figure. */
  state?: string;
  children: ReactNode;
};

/** A figure under its label, in a `dl`. */
export const LabelledFigure = ({ label, state, children }: Props) => (
  <div>
    <dt>{label}</dt>
    <dd data-state={state}>
      <bdi dir="ltr" className="figures">
        {children}
      </bdi>
    </dd>
  </div>
);
