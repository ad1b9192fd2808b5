import { parseAmount } from '@touchline/money/amount';
import type { Config } from '../../platform/config.ts';
import type { StakeLimits } from './domain.ts';

type LimitConfig = Pick<Config, 'STAKE_MIN' | 'STAKE_MAX' | 'PAYOUT_MAX'>;

/** What a bet may stake and return, as the settings have it each time it is asked for. @param scale of the currency */
export const stakeLimitsOf = (config: LimitConfig, scale: number): StakeLimits => {
  const read = (name: keyof LimitConfig): bigint => {
    const minor = parseAmount(config[name], scale);
    if (minor === undefined || minor === 0n) throw new Error(`${name} "${config[name]}" is no amount`);
    return minor;
  };
  return {
    get minMinor() {
      return read('STAKE_MIN');
    },
    get maxMinor() {
      return read('STAKE_MAX');
    },
    get potentialMaxMinor() {
      return read('PAYOUT_MAX');
    },
  };
};
