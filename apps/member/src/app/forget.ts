import { forgetAnswers } from '../lib/kept-answers.ts';
import { queryClient } from '../lib/query.ts';
import { forgetPush } from '../features/push/forget-push.ts';
import { betNewsStore } from '../lib/bet-news.ts';
import { clearSlip } from '../features/slip/slip-store.ts';

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
