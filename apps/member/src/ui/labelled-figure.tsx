import type { ReactNode } from 'react';

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
