import { useRef } from 'react';
import { translate as t, useT } from '../../state/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../state/toasts.ts';
import { inGroups } from './texts.ts';
import styles from './copy-box.module.css';

/** The way of old, for pages without https, where the clipboard cannot be reached. */
const copyBySelection = (text: string): boolean => {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
};

/** Selects the text of an element, so that it can be copied by hand. */
const select = (element: Element): void => {
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.selectAllChildren(element);
};

/**
 * Copies a text and says whether it worked.
 * @param shown the element that shows the text: it is selected when copying fails, so that a person can copy it
 */
export const copyText = async (text: string, shown?: Element | null): Promise<void> => {
  let copied = false;
  try {
    await navigator.clipboard.writeText(text);
    copied = true;
  } catch {
    copied = copyBySelection(text);
  }
  if (shown === undefined || shown === null) {
    showToast(t(copied ? 'cashier.copied' : 'cashier.copyFailed'));
    return;
  }
  if (!copied) select(shown);
  showToast(t(copied ? 'copy.content' : 'copy.manually'));
};

type Props = {
  label: string;
  text: string;
  /** How it is shown, when not as it is copied. */
  shown?: string;
  /** Shown in groups of four, for what people compare by eye. */
  grouped?: boolean;
};

/** A text to be copied, such as an address: in full, left to right, with its button. */
export const CopyBox = ({ label, text, shown = text, grouped = false }: Props) => {
  const t = useT();
  const place = useRef<HTMLElement>(null);
  return (
    <div className={styles.box}>
      <div className={styles.what}>
        <span className={styles.label}>{label}</span>
        <bdi ref={place} dir="ltr" className={`figures ${styles.text}`} translate="no">
          {grouped ? inGroups(text).map((group, at) => <span key={`${at} ${group}`}>{group}</span>) : shown}
        </bdi>
      </div>
      <button type="button" className={styles.copy} onClick={() => void copyText(text, place.current)}>
        <Icon name="copy" size="small" />
        {t('cashier.copy')}
        <span className="visually-hidden"> {label}</span>
      </button>
    </div>
  );
};
