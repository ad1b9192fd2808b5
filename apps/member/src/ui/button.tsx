import type { ComponentProps, ReactNode } from 'react';
import styles from './ui.module.css';
import { Icon } from './icon.tsx';

export type ButtonTone = 'main' | 'quiet' | 'danger' | 'plain';

const toneClasses = {
  main: styles.buttonMain,
  quiet: styles.buttonQuiet,
  danger: styles.buttonDanger,
  plain: styles.buttonPlain,
} as const satisfies Record<ButtonTone, string | undefined>;

/** Class of a link that looks like a button. */
export const buttonClass = (tone: ButtonTone = 'main'): string => `${styles.button} ${toneClasses[tone]}`;

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  /** `main` is for the one action that matters on a screen. */
  tone?: ButtonTone;
  /** The action is under way: the button keeps its width and the focus, and takes no taps. */
  busy?: boolean;
  children: ReactNode;
};

/** A button as wide as its place; `type` is "button" unless given. */
export const Button = ({ tone = 'main', busy = false, onClick, children, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    className={buttonClass(tone)}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {children}
  </button>
);

/** Class of a link that looks like an icon button. */
export const iconButtonClass = styles.iconButton;

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'children' | 'className' | 'aria-label'> & {
  /** What a tap does, in words. */
  label: string;
  icon: ComponentProps<typeof Icon>;
};

/** A round button with nothing but an icon, as in the navigation bar. */
export const IconButton = ({ label, icon, ...rest }: IconButtonProps) => (
  <button type="button" {...rest} className={styles.iconButton} aria-label={label}>
    <Icon {...icon} />
  </button>
);

/** What can be done now: buttons side by side where each fits into one line, else one above the other. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
