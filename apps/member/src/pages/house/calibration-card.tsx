import type { HouseBand } from '@touchline/contract/shapes/house';
import { bandMarks, exampleOf, type BandMark } from '@touchline/kit/house-figures';
import { formatCount, formatPercent } from '@touchline/locales/format';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';
import { Fold } from '../../ui/fold.tsx';
import styles from './house.module.css';
import { type AsOf, Later, Part } from './part.tsx';

const percent = (share: number, decimals = 1): string =>
  formatPercent((share * 100).toFixed(decimals), { lan: currentLan() });
const whole = (share: number): string => percent(share, 0);

type CardProps = { bands: readonly HouseBand[]; matches: number; asOf: AsOf };

/** Whether as many selections came in as their prices said, band by band. */
export const CalibrationCard = ({ bands, matches, asOf }: CardProps) => {
  const t = useT();
  const lan = currentLan();
  const marks = bandMarks(bands, matches);
  const example = exampleOf(marks);
  return (
    <Part
      part="calibration"
      title={t('house.calibration')}
      words={t('house.calibrationText', { chance: isolated(whole(0.2)) })}
      asOf={asOf}
    >
      {marks.length === 0 ? (
        <Later title={t('house.noCalibration')}>{t('house.noCalibrationHint')}</Later>
      ) : (
        <>
          <Chart marks={marks} />
          <p className={styles.legend} aria-hidden="true">
            {(['inside', 'outside', 'few'] as const)
              .filter((verdict) => marks.some((mark) => mark.verdict === verdict))
              .map((verdict) => (
                <span key={verdict} data-key={verdict}>
                  {t(`house.band.${verdict}`)}
                </span>
              ))}
          </p>
          <p className={styles.words}>
            {example === undefined
              ? t('house.allFew')
              : t('house.example', {
                  from: isolated(whole(example.from)),
                  to: isolated(whole(example.to)),
                  came: isolated(formatCount(example.came, { lan })),
                  count: isolated(formatCount(example.selections, { lan })),
                  share: isolated(percent(example.share)),
                  chance: isolated(percent(example.chance)),
                })}
          </p>
          <p className={styles.words}>{t('house.dependent')}</p>
          <Fold label={t('house.table')}>
            <BandTable marks={marks} />
          </Fold>
        </>
      )}
    </Part>
  );
};

const ticks = [0, 0.25, 0.5, 0.75, 1];
const at = (share: number): string => `${share * 100}%`;

/** Bands as dots with their intervals over the line on which prices are right. Decoration next to the table that says the same. */
const Chart = ({ marks }: { marks: readonly BandMark[] }) => {
  const t = useT();
  return (
    <div className={styles.chart} aria-hidden="true">
      <p className={styles.axisName}>{t('house.came')}</p>
      <div className={`figures ${styles.yAxis}`}>
        {ticks.map((tick) => (
          <span key={tick} style={{ insetBlockEnd: at(tick) }}>
            <bdi>{whole(tick)}</bdi>
          </span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg className="flips" viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
          <path d="M0 25H100M0 50H100M0 75H100M25 0V100M50 0V100M75 0V100" />
          <path className={styles.diagonal} d="M0 100L100 0" />
        </svg>
        {marks.map(({ from, chance, share, low, high, verdict, weight }) => (
          <div
            key={from}
            className={styles.band}
            data-verdict={verdict}
            style={{ insetInlineStart: at(chance) }}
          >
            <i style={{ insetBlockEnd: at(low), blockSize: at(high - low) }} />
            <b style={{ insetBlockEnd: at(share), scale: String(0.6 + 0.4 * Math.sqrt(weight)) }} />
          </div>
        ))}
      </div>
      <div className={`figures ${styles.xAxis}`}>
        {ticks.map((tick) => (
          <span key={tick} style={{ insetInlineStart: at(tick) }}>
            <bdi>{whole(tick)}</bdi>
          </span>
        ))}
      </div>
      <p className={styles.axisName}>{t('house.chance')}</p>
    </div>
  );
};

const BandTable = ({ marks }: { marks: readonly BandMark[] }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <FigureTable
      small
      label={`${t('house.calibration')} · ${t('house.table')}`}
      columns={[t('house.chance'), t('house.selections'), t('house.came'), t('house.interval')]}
    >
      {marks.map(({ from, to, selections, came, chance, share, low, high }) => (
        <FigureRow
          key={from}
          head={
            <>
              <Figure>{`${whole(from)} – ${whole(to)}`}</Figure>
              <span className={styles.note}>{t('house.mean', { chance: isolated(percent(chance)) })}</span>
            </>
          }
        >
          <td>
            <Figure>{formatCount(selections, { lan })}</Figure>
          </td>
          <td>
            <Figure>{formatCount(came, { lan })}</Figure>
            <Figure strong>{percent(share)}</Figure>
          </td>
          <td>
            <Figure>{`${percent(low)} – ${percent(high)}`}</Figure>
          </td>
        </FigureRow>
      ))}
    </FigureTable>
  );
};
