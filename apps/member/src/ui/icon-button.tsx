import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import styles from './ui.module.css';

/** Class of a link that looks like one. */
export const iconButtonClass = styles.iconButton;

type Props = Omit<ComponentProps<'button'>, 'type' | 'children' | 'className' | 'aria-label'> & {
  /** What a tap does, in words. */
  label: string;
  icon: ComponentProps<typeof Icon>;
};

/** A round button with nothing but an icon, as in the navigation bar. */
export const IconButton = ({ label, icon, ...rest }: Props) => (
  <button type="button" {...rest} className={styles.iconButton} aria-label={label}>
    <Icon {...icon} />
  </button>
);
