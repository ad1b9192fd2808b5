import type { LiabilitySnapshot } from '@touchline/contract/shapes/liabilities';
import { sumOf } from '@touchline/kit/sum';

/** All reserves of a snapshot in a currency together; those of others cannot be added to what is owed. */
export const reservesOf = ({ reserves }: Pick<LiabilitySnapshot, 'reserves'>, currency: string): string =>
  sumOf(reserves.map((reserve) => (reserve.currency === currency ? (reserve.amount ?? '0') : '0')));
