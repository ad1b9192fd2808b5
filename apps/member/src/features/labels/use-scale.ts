import { useSyncExternalStore } from 'react';
import { currencyOf } from '@touchline/money/currency';
import { configStore } from '../../lib/config.ts';
import { userStore } from '../../lib/user.ts';

const watch = (listener: () => void): (() => void) => {
  const stops = [configStore.watch(listener), userStore.watch(listener)];
  return () => {
    for (const stop of stops) stop();
  };
};

const scaleNow = (): number => {
  const { currency } = configStore.read();
  const code = userStore.read()?.currency ?? currency.default;
  return currency.list.find((one) => one.code === code)?.scale ?? currencyOf(code)?.scale ?? 2;
};

/**
 * Decimals of the member's currency by the site's settings; two until they are known. What else moves in the member, a balance
 * above all, renders nothing.
 */
export const useScale = (): number => useSyncExternalStore(watch, scaleNow);
