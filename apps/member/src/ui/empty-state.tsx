import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './ui.module.css';

type Props = {
  icon: IconName;
  title: string;
  /** One sentence on what to do next. */
  hint?: string | undefined;
  /** A button or link that does it. */
  children?: ReactNode;
};

/** Nothing here yet, and what to do about it. */
export const EmptyState = ({ icon, title, hint, children }: Props) => (
  <div className={styles.emptyStateEmpty}>
    <span className={styles.emptyStateIcon}>
      <Icon name={icon} size="large" />
    </span>
    <p className={styles.emptyStateTitle}>{title}</p>
    {hint !== undefined && <p className={styles.emptyStateHint}>{hint}</p>}
    {children !== undefined && <div className={styles.emptyStateAction}>{children}</div>}
  </div>
);
