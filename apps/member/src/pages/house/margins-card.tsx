import type { HouseMargin } from '@touchline/contract/shapes/house';
import {
  allMarkets,
  fewBets,
  fewMarket,
  marginAxis,
  marginBar,
  marginMonths,
  marginRows,
  type MarginRow,
} from '@touchline/kit/house-figures';
import { formatCount, formatMoney, formatPercent, formatSignedMoney } from '@touchline/locales/format';
import { formatMonth } from '@touchline/locales/format-time';
import { useState } from 'react';
import { isolated } from '../../features/labels/bidi.ts';
import { marketName } from '../../features/labels/selection-name.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';
import { Fold } from '../../ui/fold.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import styles from './house.module.css';
import { type AsOf, Later, Part } from './part.tsx';

const percentText = (percent: number): string => formatPercent(percent.toFixed(1), { lan: currentLan() });

/** What the margins shown promised the house, and what it kept, by market. */
export const MarginsCard = ({ margins, asOf }: { margins: readonly HouseMargin[]; asOf: AsOf }) => {
  const t = useT();
  const lan = currentLan();
  const [month, setMonth] = useState('');
  const months = marginMonths(margins);
  const rows = marginRows(margins, months.includes(month) ? month : undefined);
  const axis = marginAxis(rows);
  const few = rows.some(({ bets }) => bets < fewBets);
  return (
    <Part part="margins" title={t('house.margins')} words={t('house.marginsText')} asOf={asOf}>
      {rows.length === 0 ? (
        <Later title={t('house.noMargins')}>{t('house.noMarginsHint')}</Later>
      ) : (
        <>
          <div className={styles.bar}>
            <p className={styles.legend} aria-hidden="true">
              <span data-key="kept">{t('house.kept')}</span>
              <span data-key="promised">{t('house.promised')}</span>
            </p>
            <SelectBox
              label={t('house.month')}
              value={month}
              options={[
                { value: '', label: t('house.allMonths') },
                ...months.map((value) => ({
                  value,
                  label: formatMonth(`${value}-15T12:00:00Z`, { lan, timeZone: 'UTC' }),
                })),
              ]}
              onChange={setMonth}
            />
          </div>
          <ul className={styles.margins}>
            {rows.map((row) => (
              <MarginLine key={row.market} row={row} axis={axis} />
            ))}
          </ul>
          {few && (
            <p className={styles.words}>
              {t('house.fewBets', { count: isolated(formatCount(fewBets, { lan })) })}
            </p>
          )}
          <Fold label={t('house.table')}>
            <MarginTable rows={rows} />
          </Fold>
        </>
      )}
    </Part>
  );
};

const useName = () => {
  const t = useT();
  return (market: string): string => {
    if (market === allMarkets) return t('house.allMarkets');
    if (market === fewMarket) return t('house.fewMarket');
    return market === 'multiple' ? t('house.multiple') : marketName(market);
  };
};

const MarginLine = ({ row, axis }: { row: MarginRow; axis: { from: number; to: number } }) => {
  const t = useT();
  const name = useName();
  const { zero, from, length, mark, cut } = marginBar(row, axis);
  const few = row.bets < fewBets;
  const at = (share: number): string => `${share * 100}%`;
  return (
    <li data-few={few}>
      <span className={styles.name}>{name(row.market)}</span>
      <span className={styles.marginFigures}>
        <b>
          <span className="visually-hidden">{t('house.kept')} </span>
          <bdi dir="ltr" className="figures">
            {percentText(row.keptPercent)}
          </bdi>
        </b>
        <span className="visually-hidden">{t('house.promised')} </span>
        <bdi dir="ltr" className="figures">
          {percentText(row.promisedPercent)}
        </bdi>
      </span>
      <div className={styles.marginTrack} aria-hidden="true">
        <i
          data-sign={row.keptPercent < 0 ? -1 : 1}
          data-cut={cut}
          style={{ insetInlineStart: at(from), inlineSize: at(length) }}
        />
        <i data-line="zero" style={{ insetInlineStart: at(zero) }} />
        <i data-line="promised" style={{ insetInlineStart: at(mark) }} />
      </div>
      <span className={styles.note}>
        {t('house.bets', { count: row.bets })}
        {few && ` · ${t('house.few')}`}
      </span>
    </li>
  );
};

const MarginTable = ({ rows }: { rows: readonly MarginRow[] }) => {
  const t = useT();
  const lan = currentLan();
  const name = useName();
  return (
    <FigureTable
      small
      label={`${t('house.margins')} · ${t('house.table')}`}
      columns={[t('house.market'), t('play.stakes'), t('house.promised'), t('house.kept')]}
    >
      {rows.map((row) => (
        <FigureRow key={row.market} head={name(row.market)}>
          <td>
            <Figure>{formatMoney(row.stake, { lan })}</Figure>
          </td>
          <td>
            <Figure>{formatMoney(row.promised, { lan })}</Figure>
          </td>
          <td>
            <Figure>{formatSignedMoney(row.kept, { lan })}</Figure>
          </td>
        </FigureRow>
      ))}
    </FigureTable>
  );
};
