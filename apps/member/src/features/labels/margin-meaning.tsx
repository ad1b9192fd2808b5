import { formatDecimal, formatPercent } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { isolated } from './bidi.ts';
import { marginFigures } from './margin-figures.ts';
import { withoutZeros } from './without-zeros.ts';

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
