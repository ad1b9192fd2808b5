import { parseAmount } from '@touchline/money/amount';
import { keptPercent } from '@touchline/money/theoretical';

/** What a margin means in figures, in percent: of every `whole` staked the house keeps `margin`, which is `kept` of the stake. */
export type MarginFigures = { margin: string; whole: string; kept: string };

/**
 * The figures by which a margin is explained, from the definition that also pays commission (`keptMicro`).
 * @param margin percent with two decimals, as the wire shows it with a market: "5.00"
 * @returns undefined for what is no margin from 0 up
 */
export const marginFigures = (margin: string): MarginFigures | undefined => {
  const marginBp = parseAmount(margin, 2);
  if (marginBp === undefined) return undefined;
  const whole = 10_000n + marginBp;
  return {
    margin,
    whole: `${whole / 100n}.${String(whole % 100n).padStart(2, '0')}`,
    kept: keptPercent(Number(marginBp)),
  };
};
