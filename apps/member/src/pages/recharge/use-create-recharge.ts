import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call, failureText } from '../../api/call.ts';
import { isUnheard } from '@touchline/client/errors';
import { callQuery, queryClient } from '../../api/query.ts';
import { answered, keyFor } from '../../features/cashier/attempts.ts';
import { rechargePagesKey, showRecharge } from '../../features/live/live-cache.ts';

type State = { phase: 'editing' } | { phase: 'sending' } | { phase: 'failed'; text: string };

/** Begins a recharge and goes on to its payment. What was never answered is sent again under its key. */
export const useCreateRecharge = (): {
  state: State;
  create: (wish: { channel: string; amount: string }) => void;
} => {
  const router = useRouter();
  const [state, setState] = useState<State>({ phase: 'editing' });
  const send = async (wish: { channel: string; amount: string }): Promise<void> => {
    setState({ phase: 'sending' });
    try {
      const recharge = await call(
        'createRecharge',
        { key: keyFor('recharge', wish), ...wish },
        { mask: false, quiet: true },
      );
      answered('recharge');
      const { queryKey } = callQuery('rechargeList', { id: recharge.id });
      queryClient.setQueryData(queryKey, { list: [recharge], total: 1, page: 1, limit: 1 });
      showRecharge(queryClient, recharge);
      await router.navigate({ to: '/pages/recharge/rechargeinfo', search: { id: recharge.id } });
    } catch (error) {
      if (!isUnheard(error)) answered('recharge');
      setState({ phase: 'failed', text: failureText(error) });
      // Limits, rate or hours may have changed.
      void queryClient.invalidateQueries({ queryKey: ['channelList'] });
      void queryClient.invalidateQueries({ queryKey: rechargePagesKey });
    }
  };
  return { state, create: (wish) => void send(wish) };
};
