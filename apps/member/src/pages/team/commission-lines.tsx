import type { CommissionLine } from '@touchline/contract/shapes/team';
import { formatDecimal, formatMoney, formatPercent, formatSignedMoney } from '@touchline/locales/format';
import { isolated } from '../../features/labels/bidi.ts';
import { Moment } from '../../features/labels/moment.tsx';
import { withoutZeros } from '../../features/labels/margin-meaning.tsx';
import { keptOnAverage } from '../../features/team/arithmetic.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import styles from './commission.module.css';

/** Each line of a statement with its arithmetic; corrections follow what they correct. */
export const CommissionLines = ({ lines }: { lines: readonly CommissionLine[] }) => (
  <ul>
    {lines.map((line, nth) => (
      // Lines have no id, and none is ever inserted between two others.
      // oxlint-disable-next-line react/no-array-index-key
      <Line key={nth} line={line} />
    ))}
  </ul>
);

const Line = ({ line }: { line: CommissionLine }) => {
  const t = useT();
  const lan = currentLan();
  const { kind, at, generation, people, stakes, theoretical, rate, amount } = line;
  const kept = keptOnAverage(stakes, theoretical);
  const values = {
    stakes: isolated(formatMoney(stakes, { lan })),
    theoretical: isolated(formatDecimal(withoutZeros(theoretical), lan)),
    rate: isolated(formatPercent(rate, { lan })),
    amount: isolated(formatMoney(amount, { lan })),
  };
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <b>{t('team.generation', { level: generation })}</b>
        <b>
          <bdi dir="ltr" className="figures">
            {formatSignedMoney(amount, { lan })}
          </bdi>
        </b>
      </div>
      <p className={styles.note}>
        {kind === 'correction' ? t('team.correction') : t('team.people', { count: people })}
        {at !== undefined && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
      </p>
      <p className={styles.note}>
        {kept === undefined
          ? t('team.lineWithoutKept', values)
          : t('team.line', { ...values, kept: isolated(formatPercent(withoutZeros(kept), { lan })) })}
      </p>
    </li>
  );
};
