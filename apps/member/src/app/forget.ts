import { forgetAnswers } from '../lib/kept-answers.ts';
import { queryClient } from '../lib/query.ts';
import { betNewsStore } from '../lib/bet-news.ts';
import { clearSlip } from '../features/slip/slip-store.ts';

/** Ends push messages to this browser when its member signs out: they would be shown to the next member. */
const forgetPush = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(
    registrations.map(async ({ pushManager }) => (await pushManager?.getSubscription())?.unsubscribe()),
  );
};

/**
 * Forgets what this browser has of a member who has signed out.
 * @param keepsSlip for a session that the server ended: the member comes back to it
 */
export const forget = async (keepsSlip: boolean): Promise<void> => {
  queryClient.clear();
  if (!keepsSlip) clearSlip();
  betNewsStore.write(0);
  await Promise.allSettled([forgetAnswers(), forgetPush()]);
};
