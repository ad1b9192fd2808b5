import { useEffect } from 'react';
import { watchPrices } from '../../lib/watched-prices.ts';

/** Keeps the prices of a page in step with the stream, for visitors too. */
export const useLivePrices = (): void => useEffect(watchPrices, []);
