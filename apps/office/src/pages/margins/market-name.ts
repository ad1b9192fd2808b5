import { isMarketName } from '@touchline/football/markets';
import { useT } from '../../shell/i18n.ts';

/** The name of a market; one this version does not know has its own. */
export const useMarketName = (): ((market: string) => string) => {
  const t = useT();
  return (market) => (isMarketName(market) ? t(`market.${market}`) : market);
};
