import type { OperatorRole } from '@touchline/contract/shapes/office';
import { parseAmount } from '@touchline/money/amount';
import type { Config } from '../core/config/config.ts';

export type CorrectionConfig = Pick<
  Config,
  | 'CORRECTION_MAX_CASHIER'
  | 'CORRECTION_DAY_CASHIER'
  | 'CORRECTION_MAX_OWNER'
  | 'CORRECTION_DAY_OWNER'
  | 'CORRECTION_DAY_MEMBER'
>;

/** Limits of an operator's corrections: of one, and within 24 hours. Minor units. */
export type CorrectionTier = { maxMinor: bigint; dayMinor: bigint };

const read = (config: CorrectionConfig, name: keyof CorrectionConfig, scale: number): bigint => {
  const minor = parseAmount(config[name], scale);
  if (minor === undefined) throw new Error(`${name} "${config[name]}" is no amount`);
  return minor;
};

/**
 * The limits of an operator: those of their highest role, and zero for roles without any.
 * @param scale decimals of the wallet's currency
 */
export const tierOf = (
  config: CorrectionConfig,
  roles: readonly OperatorRole[],
  scale: number,
): CorrectionTier => {
  if (roles.includes('owner')) {
    return {
      maxMinor: read(config, 'CORRECTION_MAX_OWNER', scale),
      dayMinor: read(config, 'CORRECTION_DAY_OWNER', scale),
    };
  }
  if (roles.includes('cashier')) {
    return {
      maxMinor: read(config, 'CORRECTION_MAX_CASHIER', scale),
      dayMinor: read(config, 'CORRECTION_DAY_CASHIER', scale),
    };
  }
  return { maxMinor: 0n, dayMinor: 0n };
};

/** The limit of corrections of one member within 24 hours, in minor units. */
export const memberDayOf = (config: CorrectionConfig, scale: number): bigint =>
  read(config, 'CORRECTION_DAY_MEMBER', scale);
