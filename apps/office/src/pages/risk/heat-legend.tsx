import { useDayFormats } from '../../api/day-formats.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { gainSteps, lossSteps } from './heat-scale.ts';
import styles from './heat-map.module.css';

/** What the colours mean, from the largest loss to gains. */
export const HeatLegend = ({ step }: { step: number }) => {
  const t = useT();
  const { currency, money } = useFormats();
  const { compact } = useDayFormats();
  const levels = Array.from({ length: lossSteps + gainSteps + 1 }, (_, at) => at - lossSteps);
  return (
    <div className={styles.legend}>
      <span>{t('risk.loss')}</span>
      <ol className={styles.scale} aria-hidden="true">
        {levels.map((level) => (
          <li key={level} className={styles.swatch} data-level={level}>
            {level === 0 ? '0' : `${level < 0 ? '−' : '+'}${compact(Math.abs(level) * step)}`}
          </li>
        ))}
      </ol>
      <span>{t('risk.gain')}</span>
      <span className={styles.step}>{t('risk.step', { amount: money(String(step)), currency })}</span>
    </div>
  );
};
