import { again } from '../api/query.ts';

/** Fetches anew all that a stop, a price or a ruling moves. */
export const refreshTrading = (): Promise<void> =>
  again(
    'officeStopList',
    'officeEventList',
    'officeEventDetail',
    'officePriceHistory',
    'officeExposureEvent',
  );
