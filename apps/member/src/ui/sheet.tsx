import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../shell/i18n.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';

type Props = {
  open: boolean;
  /** The member closed it: by the scrim, the button, Escape or the back gesture of the system. */
  onClose: () => void;
  title: string;
  /** The title is read out but not shown. */
  titleHidden?: boolean;
  /** Fills the height, for lists one searches in. */
  tall?: boolean;
  children: ReactNode;
};

/** How long the sheet takes to leave; its content stays until then. */
const leaveMs = 240;

/** A panel from below over the page. Focus stays inside while it is open and returns when it closes. */
export const Sheet = ({ open, onClose, title, titleHidden = false, tall = false, children }: Props) => {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [filled, setFilled] = useState(open);
  if (open && !filled) setFilled(true);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    if (open) {
      if (!element.open) element.showModal();
      return undefined;
    }
    if (element.open) element.close();
    const timer = setTimeout(() => setFilled(false), leaveMs);
    return () => clearTimeout(timer);
  }, [open]);

  // A click on the scrim arrives at the dialog itself.
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    // The keyboard's way out is Escape, which arrives as `cancel`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.sheet}
      data-tall={tall}
      aria-labelledby={titleId}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (open) onClose();
      }}
    >
      {filled && (
        <div className={styles.inner}>
          <span className={styles.grabber} aria-hidden="true" />
          <div className={titleHidden ? 'visually-hidden' : styles.head}>
            <h2 className={styles.title} id={titleId}>
              {title}
            </h2>
            {!titleHidden && (
              <IconButton label={t('common.close')} icon={{ name: 'cross' }} onClick={onClose} />
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
};
