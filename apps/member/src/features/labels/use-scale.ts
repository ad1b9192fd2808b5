import { currencyOf } from '@touchline/money/currency';
import { configStore } from '../../state/config.ts';
import { userStore } from '../../state/user.ts';
import { useStore } from '../../state/use-store.ts';

/** Decimals of the member's currency, as the site tells them; two before it has. */
export const useScale = (): number => {
  const config = useStore(configStore);
  const code = useStore(userStore)?.currency ?? config.currency.default;
  return (
    config.currency.list.find((currency) => currency.code === code)?.scale ?? currencyOf(code)?.scale ?? 2
  );
};
