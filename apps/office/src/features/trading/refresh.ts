import { again } from '../../lib/query.ts';

/** Fetches everything again that a stop, a price or a ruling changes. */
export const refreshTrading = (): Promise<void> =>
  again(
    'officeStopList',
    'officeEventList',
    'officeEventDetail',
    'officePriceHistory',
    'officeExposureEvent',
  );
