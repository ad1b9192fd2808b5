import { formatMoney, formatPercent } from '@touchline/locales/format';
import { currentLan, translate as t } from '../../shell/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { isNothing } from './is-nothing.ts';

/** A percentage of the wire without idle zeros: "1.50" is "1.5". */
const plainPercent = (percent: string): string =>
  percent.includes('.') ? percent.replace(/\.?0+$/, '') : percent;

type Fee = { percent: string; fixed: string };

/** What is charged, where "fee" stands beside it: "1.5%", "1.5% + 0.30"; "No fee" where nothing is. */
export const feeFigure = ({ percent, fixed }: Fee): string => {
  const lan = currentLan();
  const parts = [
    ...(isNothing(percent) ? [] : [formatPercent(plainPercent(percent), { lan })]),
    ...(isNothing(fixed) ? [] : [formatMoney(fixed, { lan })]),
  ];
  return parts.length === 0 ? t('cashier.noFee') : isolated(parts.join(' + '));
};

/** What is charged, in a word or two: "No fee", "Fee 1.5% + 0.30". */
export const feeText = (fee: Fee): string =>
  isNothing(fee.percent) && isNothing(fee.fixed)
    ? t('cashier.noFee')
    : t('cashier.feeOf', { fee: feeFigure(fee) });
