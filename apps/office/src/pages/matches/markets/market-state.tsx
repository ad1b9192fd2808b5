import type { OfficeMarket } from '@touchline/contract/shapes/office-trading';
import { useT } from '../../../shell/i18n.ts';
import { Tag } from '../../../ui/tag.tsx';

const toneOf = { open: 'good', suspended: 'wait', closed: 'plain', settled: 'plain', void: 'plain' } as const;

/** Whether a market takes bets, and if a trader or its feed keeps it from doing so. */
export const MarketState = ({ of: { market, stop } }: { of: OfficeMarket }) => {
  const t = useT();
  if (stop !== undefined && market.state === 'suspended') return <Tag tone="bad">{t('stop.stopped')}</Tag>;
  return <Tag tone={toneOf[market.state]}>{t(`marketState.${market.state}`)}</Tag>;
};
