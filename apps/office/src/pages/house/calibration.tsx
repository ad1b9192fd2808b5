import type { HouseBand } from '@touchline/contract/shapes/house';
import { bandMarks, type BandMark } from '@touchline/kit/house-figures';
import { useMemo } from 'react';
import { useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Section } from '../../ui/page.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import styles from './house.module.css';
import { countText, percentText } from './texts.ts';

const keyOf = ({ from }: BandMark): string => String(from);
const tones: Record<BandMark['verdict'], Tone> = { inside: 'good', outside: 'wait', few: 'plain' };
const share = (part: number): string => percentText(part * 100);
const whole = (part: number): string => percentText(part * 100, 0);
const at = (part: number): string => `${part * 100}%`;
const ticks = [0, 0.25, 0.5, 0.75, 1];

const useColumns = (): Column<BandMark>[] => {
  const t = useT();
  return useMemo(
    () => [
      { id: 'band', header: t('house.band'), cell: ({ from, to }) => `${whole(from)} – ${whole(to)}` },
      { id: 'chance', header: t('house.priced'), align: 'end', cell: ({ chance }) => share(chance) },
      {
        id: 'selections',
        header: t('house.selections'),
        align: 'end',
        cell: ({ selections }) => countText(selections),
      },
      {
        id: 'came',
        header: t('house.came'),
        align: 'end',
        cell: (mark) => (
          <>
            {countText(mark.came)} <span className={styles.share}>{share(mark.share)}</span>
          </>
        ),
      },
      {
        id: 'interval',
        header: t('house.interval'),
        align: 'end',
        cell: ({ low, high }) => `${share(low)} – ${share(high)}`,
      },
      {
        id: 'verdict',
        header: t('house.verdict'),
        cell: ({ verdict }) => <Tag tone={tones[verdict]}>{t(`house.verdict.${verdict}`)}</Tag>,
      },
    ],
    [t],
  );
};

/** Chances by the last prices compared with results, drawn and as a table. */
export const Calibration = ({ bands, matches }: { bands: readonly HouseBand[]; matches: number }) => {
  const t = useT();
  const marks = bandMarks(bands, matches);
  const columns = useColumns();
  return (
    <Section title={t('house.calibration')}>
      {marks.length > 0 && <Chart marks={marks} />}
      <DataTable
        label={t('house.calibration')}
        columns={columns}
        keyOf={keyOf}
        rows={marks}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('house.none'), hint: t('house.noneHint') }}
      />
    </Section>
  );
};

/** Bands as dots with their intervals over the line on which prices are right. */
const Chart = ({ marks }: { marks: readonly BandMark[] }) => {
  const t = useT();
  return (
    <div className={styles.chart} aria-hidden="true">
      <span className={styles.axisName}>{t('house.share')}</span>
      <div className={styles.yAxis}>
        {ticks.map((tick) => (
          <span key={tick} style={{ insetBlockEnd: at(tick) }}>
            {whole(tick)}
          </span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
          <path d="M0 25H100M0 50H100M0 75H100M25 0V100M50 0V100M75 0V100" />
          <path className={styles.diagonal} d="M0 100L100 0" />
        </svg>
        {marks.map(({ from, chance, share: came, low, high, verdict }) => (
          <div
            key={from}
            className={styles.mark}
            data-verdict={verdict}
            style={{ insetInlineStart: at(chance) }}
          >
            <i style={{ insetBlockEnd: at(low), blockSize: at(high - low) }} />
            <b style={{ insetBlockEnd: at(came) }} />
          </div>
        ))}
      </div>
      <div className={styles.xAxis}>
        {ticks.map((tick) => (
          <span key={tick} style={{ insetInlineStart: at(tick) }}>
            {whole(tick)}
          </span>
        ))}
      </div>
      <span className={styles.axisName}>{t('house.chance')}</span>
    </div>
  );
};
