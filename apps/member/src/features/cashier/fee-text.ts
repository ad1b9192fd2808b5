import { formatMoney, formatPercent } from '@touchline/locales/format';
import { currentLan, translate as t } from '../../shell/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { isNothing } from './is-nothing.ts';

/** A percentage of the wire without idle zeros: "1.50" is "1.5". */
const plainPercent = (percent: string): string =>
  percent.includes('.') ? percent.replace(/\.?0+$/, '') : percent;

/** What is charged, in a word or two: "No fee", "Fee 1.5%", "Fee 1.5% + 0.30". */
export const feeText = ({ percent, fixed }: { percent: string; fixed: string }): string => {
  const lan = currentLan();
  const parts = [
    ...(isNothing(percent) ? [] : [formatPercent(plainPercent(percent), { lan })]),
    ...(isNothing(fixed) ? [] : [formatMoney(fixed, { lan })]),
  ];
  return parts.length === 0 ? t('cashier.noFee') : t('cashier.feeOf', { fee: isolated(parts.join(' + ')) });
};
