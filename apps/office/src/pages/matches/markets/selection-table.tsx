import { Table } from '@mantine/core';
import type { OfficeEventDetail, OfficeMarket } from '@touchline/contract/shapes/office-trading';
import { formatOdds } from '@touchline/locales/format';
import { useCall } from '../../../lib/query.ts';
import { useFormats } from '../../../lib/site.ts';
import { currentLan, useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/rights.ts';
import { nameOfSelection } from '../../../features/trading/names.ts';
import { useWidth } from '../use-room.ts';
import { Tag } from '../../../ui/tag.tsx';
import { apartOf, isAboveBest, readOdds, sumOf } from './pricing.ts';
import styles from './markets.module.css';

type Props = {
  match: OfficeEventDetail;
  of: OfficeMarket;
  /** Prices that a trader types next to the selections. */
  typed?: { odds: Readonly<Record<string, string>>; onType: (selection: string, text: string) => void };
};

const far = 15;

/** What was staked on each selection of a market, and what it would return, singles alone. */
const useStakes = ({ event }: OfficeEventDetail, { market }: OfficeMarket) => {
  const enabled = useMay()('officeExposureEvent');
  const { data } = useCall('officeExposureEvent', { id: event.id }, { enabled });
  const found = data?.markets.find((one) => one.market === market.market && one.line === market.line);
  return (selection: string) => {
    const rows = found?.selections.filter((one) => one.selection === selection) ?? [];
    return {
      stake: rows.length === 0 ? undefined : sumOf(rows.map((row) => row.stake)),
      returns: rows.length === 0 ? undefined : sumOf(rows.map((row) => row.potential)),
    };
  };
};

/** Each selection of a market: the model's price, the one offered, the trader's, how far apart, and what is at stake. */
export const SelectionTable = ({ match, of, typed }: Props) => {
  const t = useT();
  const { money } = useFormats();
  const lan = currentLan();
  const hasReturns = useWidth() !== 1;
  const stakes = useStakes(match, of);
  const odds = (value: string | null | undefined): string =>
    value === null || value === undefined ? '–' : formatOdds(value, { lan });
  return (
    <div className={styles.box}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('price.selection')}</Table.Th>
            <Table.Th scope="col">{t('price.model')}</Table.Th>
            <Table.Th scope="col">{t('price.offered')}</Table.Th>
            {of.best && <Table.Th scope="col">{t('price.best')}</Table.Th>}
            {typed && <Table.Th scope="col">{t('price.trader')}</Table.Th>}
            <Table.Th scope="col">{t('price.apart')}</Table.Th>
            <Table.Th scope="col">{t('price.stakes')}</Table.Th>
            {hasReturns && <Table.Th scope="col">{t('price.returns')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.market.selections.map(({ selection, odds: offered }, at) => {
            const name = nameOfSelection(selection, of.market, match.event);
            const model = of.model?.[at];
            const best = of.best?.[at];
            const text = typed?.odds[selection] ?? '';
            const apart = apartOf(readOdds(text) ?? offered, model);
            const { stake, returns } = stakes(selection);
            return (
              <Table.Tr key={selection}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{odds(model)}</Table.Td>
                <Table.Td>
                  <strong>{odds(offered)}</strong>
                </Table.Td>
                {of.best && (
                  <Table.Td data-far={isAboveBest(offered, best?.odds)} title={best?.source}>
                    {odds(best?.odds)}{' '}
                    {isAboveBest(offered, best?.odds) && <Tag tone="bad">{t('price.aboveBest')}</Tag>}
                  </Table.Td>
                )}
                {typed && (
                  <Table.Td>
                    <input
                      className={styles.input}
                      aria-label={t('price.inputOf', { selection: name })}
                      aria-invalid={text.trim() !== '' && readOdds(text) === undefined}
                      value={text}
                      onChange={({ currentTarget }) => typed.onType(selection, currentTarget.value)}
                      inputMode="decimal"
                      maxLength={9}
                      autoComplete="off"
                    />
                  </Table.Td>
                )}
                <Table.Td data-far={apart !== undefined && Math.abs(apart) > far}>
                  {apart === undefined ? '–' : `${apart > 0 ? '+' : ''}${String(apart).replace('-', '−')}%`}
                </Table.Td>
                <Table.Td>{stake === undefined ? '–' : money(stake)}</Table.Td>
                {hasReturns && <Table.Td>{returns === undefined ? '–' : money(returns)}</Table.Td>}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
};
