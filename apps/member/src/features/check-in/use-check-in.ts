import { useRef, useState } from 'react';
import type { CheckInInfo } from '@touchline/contract/shapes/rewards';
import { formatMoney } from '@touchline/locales/format';
import { CallError } from '@touchline/client/errors';
import { newKey } from '@touchline/client/new-key';
import { call } from '../../lib/call.ts';
import { callQuery, queryClient, useCall } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { updateUser, useUser } from '../../lib/user.ts';
import { showToast } from '../../lib/toasts.ts';
import { isolated } from '../labels/bidi.ts';
import { keepReceiptsOf } from '../proof/receipts-in.ts';

/** What today brings; undefined once it is taken. */
export const todaysReward = ({ today, scale, next }: CheckInInfo): string | undefined =>
  today ? undefined : scale[next];

/** The member's check-ins of this month, and the way to take today's. */
export const useCheckIn = () => {
  const t = useT();
  const user = useUser();
  const info = useCall('checkInInfo', {});
  const [isBusy, setBusy] = useState(false);
  // The same until it is answered: a reply that was lost is asked for again, not the reward.
  const key = useRef<string>(undefined);

  const checkIn = async (): Promise<void> => {
    key.current ??= newKey();
    setBusy(true);
    try {
      const checkedIn = await call('checkIn', { key: key.current }, { mask: false });
      keepReceiptsOf(checkedIn);
      const { reward, balance } = checkedIn;
      key.current = undefined;
      updateUser({ balance });
      const amount = formatMoney(reward, { lan: currentLan(), currency: user?.currency ?? '' });
      showToast(t('rewards.got', { amount: isolated(amount) }));
    } catch (error) {
      if (error instanceof CallError && error.code >= 0) key.current = undefined;
    }
    // Taken here or on another device: either way today looks different now, before it can be tapped again.
    await queryClient.invalidateQueries({ queryKey: callQuery('checkInInfo', {}).queryKey.slice(0, 1) });
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: ['home'] });
  };
  return { info, checkIn, isBusy, currency: user?.currency ?? '' };
};
