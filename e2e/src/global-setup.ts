import { findBrowser } from './browser.ts';

/** Unpacks the browser before any worker starts, so that all of them find it whole. */
export default async (): Promise<void> => {
  await findBrowser();
};
