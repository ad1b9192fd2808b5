import type { BasisLevel } from '@touchline/football/basis';
import { parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import type { Config } from '../../core/config/config.ts';
import type { BoardEvent } from './board.ts';
import { basisLevelOf, type BasisOrigin } from './basis.ts';

/** What follows from the basis of a match's prices. */
export type BasisTerms = {
  levelOf(this: void, basis: BasisOrigin | undefined): BasisLevel | undefined;
  /** The share of a match's caps and of the largest stake, in basis points. */
  shareBpOf(this: void, basis: BasisOrigin | undefined): number;
  /** Whether a match is priced by results alone and may cost much. A replay is not: its results are known anyway. */
  hasHighCaps(this: void, event: Pick<BoardEvent, 'basis' | 'replay'>): boolean;
};

const WHOLE_BP = 10_000;
/** A larger share of the site's caps is high for prices by results alone. */
const HIGH_BP = 5_000;

type TermsConfig = Pick<
  Config,
  'BASIS_FEW_BELOW' | 'BASIS_RESULTS_BP' | 'BASIS_FEW_BP' | 'EXPOSURE_CAP_EVENT'
>;

/** The terms by the settings, which are read each time. */
export const basisTermsOf = (config: TermsConfig): BasisTerms => {
  const levelOf: BasisTerms['levelOf'] = (basis) => basisLevelOf(basis, config.BASIS_FEW_BELOW);
  const shareBpOf: BasisTerms['shareBpOf'] = (basis) => {
    const level = levelOf(basis);
    if (level === 'few_results') return config.BASIS_FEW_BP;
    return level === 'results' ? config.BASIS_RESULTS_BP : WHOLE_BP;
  };
  return {
    levelOf,
    shareBpOf,
    hasHighCaps: ({ basis, replay }) => {
      if (replay || basis?.kind !== 'results') return false;
      const cap = parseAmount(config.EXPOSURE_CAP_EVENT, currencies.PLAY.scale) ?? 0n;
      return cap === 0n || shareBpOf(basis) > HIGH_BP;
    },
  };
};

/** For tools and tests without settings: the defaults. */
export const usualTerms = basisTermsOf({
  BASIS_FEW_BELOW: 4,
  BASIS_RESULTS_BP: 10_000,
  BASIS_FEW_BP: 2_500,
  EXPOSURE_CAP_EVENT: '1000000.00',
});

/** The share of a limit in minor units, rounded down. */
export const shareOf = (minor: bigint, shareBp: number): bigint =>
  (minor * BigInt(shareBp)) / BigInt(WHOLE_BP);
