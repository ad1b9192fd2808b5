import { formatDecimal, formatPercent } from '@touchline/locales/format';
import { parseAmount } from '@touchline/money/amount';
import { keptPercent } from '@touchline/money/theoretical';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { isolated } from './bidi.ts';

/** What a margin means in figures, in percent: of every `whole` staked the house keeps `margin`, which is `kept` of the stake. */
type MarginFigures = { margin: string; whole: string; kept: string };

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

/** A figure without the zeros at its end, but with no fewer than two decimals: "25.120000" is "25.12". */
export const withoutZeros = (figure: string): string => figure.replace(/(\.\d\d\d*?)0+$/, '$1');

/** What a margin means to who bets: how much of a stake the house keeps on average. */
export const MarginMeaning = ({ margin }: { margin: string }) => {
  const t = useT();
  const lan = currentLan();
  const figures = marginFigures(margin);
  if (figures === undefined) return null;
  return t('insight.margin', {
    margin: isolated(formatPercent(figures.margin, { lan })),
    whole: isolated(formatDecimal(figures.whole, lan)),
    part: isolated(formatDecimal(figures.margin, lan)),
    kept: isolated(formatPercent(withoutZeros(figures.kept), { lan })),
  });
};
