const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const vibrate = (pattern: number | number[]): void => {
  if (!('vibrate' in navigator) || isCalm()) return;
  navigator.vibrate(pattern);
};

/** A key was pressed or a price picked: felt where the device can, and motion is wanted. */
export const feelTick = (): void => vibrate(8);

/** Something is done: a bet was placed, a reward was taken. */
export const feelDone = (): void => vibrate([12, 60, 12]);
