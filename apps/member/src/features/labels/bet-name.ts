import type { Bet } from '@touchline/contract/shapes/bet';
import { translate as t } from '../../shell/i18n.tsx';

/** What kind of bet it is: "Accumulator, 3 legs", "System 2/3, 3 lines"; a single needs no name. */
export const betTitle = ({ type, k, lines, legs }: Pick<Bet, 'type' | 'k' | 'lines' | 'legs'>): string => {
  if (type === 'system') return t('bet.system', { k: k ?? 1, n: legs.length, lines });
  return t('bet.accumulator', { count: legs.length });
};
