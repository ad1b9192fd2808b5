/** Whether this device can hand a link to other apps. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Hands a link to the device's other apps. @returns false when that is not possible; giving up is no failure */
export const shareLink = async (link: { title: string; text: string; url: string }): Promise<boolean> => {
  try {
    await navigator.share(link);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
};
