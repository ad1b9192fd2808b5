import type { Output } from '@touchline/contract/routes';
import { formatDecimal, formatMoney, formatPercent } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { withoutZeros } from '../labels/margin-meaning.tsx';
import styles from './team.module.css';

/** How a bonus is counted, on one line: stake × what the house keeps on average = so much × rate = bonus. */
export const WorkedLine = ({ example }: { example: Output<'teamRules'>['example'] }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <p className={styles.line}>
      {t('team.workedLine', {
        stake: isolated(formatMoney(example.stake, { lan })),
        margin: isolated(formatPercent(example.marginPercent, { lan })),
        kept: isolated(formatPercent(withoutZeros(example.keptPercent), { lan })),
        theoretical: isolated(formatDecimal(withoutZeros(example.theoretical), lan)),
        rate: isolated(formatPercent(example.rate, { lan })),
        amount: isolated(formatMoney(example.amount, { lan })),
      })}
    </p>
  );
};
