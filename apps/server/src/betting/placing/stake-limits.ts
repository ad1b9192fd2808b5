import { parseAmount } from '@touchline/money/amount';
import { remember, type Config } from '../../core/config/config.ts';
import type { StakeLimits } from './domain.ts';

type LimitConfig = Pick<Config, 'STAKE_MIN' | 'STAKE_MAX' | 'PAYOUT_MAX'>;

/** The limits of a bet's stake and return, read from the settings each time. @param scale of the currency */
export const stakeLimitsOf = (config: LimitConfig, scale: number): StakeLimits => {
  // Read for each bet: parsed again only when the setting has changed.
  const reader = (name: keyof LimitConfig): (() => bigint) => {
    const read = remember((text: string): bigint => {
      const minor = parseAmount(text, scale);
      if (minor === undefined || minor === 0n) throw new Error(`${name} "${text}" is no amount`);
      return minor;
    });
    return () => read(config[name]);
  };
  const [min, max, most] = [reader('STAKE_MIN'), reader('STAKE_MAX'), reader('PAYOUT_MAX')];
  return {
    get minMinor() {
      return min();
    },
    get maxMinor() {
      return max();
    },
    get potentialMaxMinor() {
      return most();
    },
  };
};
