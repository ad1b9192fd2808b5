import type { LiabilitySnapshot } from '@touchline/contract/shapes/liabilities';
import { sumOf } from '../../api/sum.ts';

/** All reserves of a snapshot together. */
export const reservesOf = ({ reserves }: Pick<LiabilitySnapshot, 'reserves'>): string =>
  sumOf(reserves.map(({ amount }) => amount));
