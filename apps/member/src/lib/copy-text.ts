import { translate as t } from './i18n.tsx';
import { showToast } from './toasts.ts';

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
