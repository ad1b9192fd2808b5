import type { ReactNode } from 'react';
import styles from './ui.module.css';
import { Icon, type IconName } from './icon.tsx';

type Props = {
  tone: 'amber' | 'red';
  icon: IconName;
  /** What it is about, read out before it. */
  label: string;
  title: string;
  children: ReactNode;
};

/** Says on every page what matters now, with ways on. */
export const Banner = ({ tone, icon, label, title, children }: Props) => (
  <aside className={styles.banner} data-tone={tone} aria-label={label}>
    <span className={styles.bannerIcon}>
      <Icon name={icon} />
    </span>
    <div className={styles.bannerWords}>
      <p className={styles.bannerTitle}>{title}</p>
      {children}
    </div>
  </aside>
);

/** The ways on, side by side. */
export const BannerLinks = ({ children }: { children: ReactNode }) => (
  <div className={styles.bannerLinks}>{children}</div>
);
