import { translate as t } from '../../shell/i18n.tsx';
import { showToast } from '../../ui/toast-store.ts';

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

/** Copies a text and says whether it worked. */
export const copyText = async (text: string): Promise<void> => {
  let copied = false;
  try {
    await navigator.clipboard.writeText(text);
    copied = true;
  } catch {
    copied = copyBySelection(text);
  }
  showToast(t(copied ? 'cashier.copied' : 'cashier.copyFailed'));
};
