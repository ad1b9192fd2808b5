import type { ReactNode } from 'react';
import styles from './ui.module.css';
import { Icon, type IconName } from './icon.tsx';

type Props = {
  tone?: 'quiet' | 'pitch' | 'amber' | 'red';
  children: ReactNode;
};

/** A word or two about the thing next to it. */
export const Tag = ({ tone = 'quiet', children }: Props) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
);

export type MarkTone = 'pitch' | 'red' | 'amber' | 'quiet';

/** How something ended, as a small round sign; `label` where no words next to it say so. */
export const Mark = ({ icon, tone, label }: { icon: IconName; tone: MarkTone; label?: string }) => (
  <span className={styles.mark} data-tone={tone}>
    <Icon name={icon} size="small" />
    {label !== undefined && <span className="visually-hidden">{label}</span>}
  </span>
);
