import type { CallInput } from '@touchline/contract/routes';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { call, type CallOptions } from '../../lib/call.ts';
import { queryClient } from '../../lib/query.ts';
import { showRecharge } from '../../features/live/live-cache.ts';

/** Adds a voucher or a hash to a recharge, or cancels it, and shows what it is then. @throws CallError */
export const updateRecharge = async (
  change: CallInput<'updateRecharge'>,
  options: CallOptions = {},
): Promise<Recharge> => {
  try {
    const recharge = await call('updateRecharge', change, options);
    showRecharge(queryClient, recharge);
    return recharge;
  } catch (error) {
    // It may have moved in the meantime.
    void queryClient.invalidateQueries({ queryKey: ['rechargeList', { id: change.id }] });
    throw error;
  }
};
