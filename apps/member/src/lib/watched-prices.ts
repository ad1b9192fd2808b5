import { useEffect } from 'react';

let isWatched = false;
let follow = (): void => undefined;

/** Whether a visitor has opened a page with prices; before that the stream would send a visitor nothing. */
export const arePricesWatched = (): boolean => isWatched;

/** Opens the stream for a visitor too, from the first page with prices on. */
const watchPrices = (): void => {
  isWatched = true;
  follow();
};

/** Calls back when prices are watched. */
export const onPricesWatched = (listener: () => void): void => {
  follow = listener;
};

/** Keeps the prices of a page in step with the stream, for visitors too. */
export const useLivePrices = (): void => useEffect(watchPrices, []);
