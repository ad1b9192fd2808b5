import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './ui.module.css';

type Content = {
  icon?: IconName;
  label: string;
  /** What is set or counted, at the end of the row. */
  value?: ReactNode;
};

type Props = Content & { tone?: 'plain' | 'danger' } & (
    | { to: LinkProps['to']; onClick?: never }
    | { to?: never; onClick?: (() => void) | undefined }
  );

const Inside = ({ icon, label, value, leads }: Content & { leads: boolean }) => (
  <>
    {icon && (
      <span className={styles.listRowIcon}>
        <Icon name={icon} flips={icon === 'exit'} />
      </span>
    )}
    <span className={styles.listRowLabel}>{label}</span>
    {value !== undefined && <span className={styles.listRowValue}>{value}</span>}
    {leads && (
      <span className={styles.listRowArrow}>
        <Icon name="forward" size="small" flips />
      </span>
    )}
  </>
);

/** A row of a menu: leads to a page, does something, or just says something. Put rows into a flush card. */
export const ListRow = ({ to, onClick, tone = 'plain', ...content }: Props) => {
  if (to !== undefined) {
    return (
      <Link to={to} className={styles.listRow} data-tone={tone}>
        <Inside {...content} leads />
      </Link>
    );
  }
  if (onClick) {
    return (
      <button type="button" className={styles.listRow} data-tone={tone} onClick={onClick}>
        <Inside {...content} leads={tone === 'plain'} />
      </button>
    );
  }
  return (
    <div className={styles.listRow} data-tone={tone}>
      <Inside {...content} leads={false} />
    </div>
  );
};
