import { BUILDER } from '@touchline/football/builder-parts';
import { isMarketName } from '@touchline/football/markets';
import { useT } from '../../lib/i18n.ts';

/** The name of a market, or of bet builders; one this version does not know has its own. */
export const useMarketName = (): ((market: string) => string) => {
  const t = useT();
  return (market) => {
    if (market === BUILDER) return t('bet.builder');
    return isMarketName(market) ? t(`market.${market}`) : market;
  };
};
