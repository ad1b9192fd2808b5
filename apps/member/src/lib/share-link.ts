import { copyText } from './copy-text.ts';

/** Whether this device can share a link with other apps. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Shares a link with other apps, or copies it where the device cannot share. Closing the dialog is no failure. */
export const shareLink = async (link: { title: string; text: string; url: string }): Promise<void> => {
  try {
    if (canShare()) return await navigator.share(link);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
  }
  await copyText(link.url);
};
