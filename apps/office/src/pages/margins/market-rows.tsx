import { NativeSelect, TextInput } from '@mantine/core';
import type { Output } from '@touchline/contract/routes';
import { useT } from '../../shell/i18n.ts';
import { basisOf, type Draft, type Offered } from './draft.ts';
import { useMarketName } from './market-name.ts';
import styles from './margins.module.css';

const offeredWords: readonly Offered[] = ['wider', 'on', 'off'];

/** Each market with what counts, who says so, and what this scope says itself. */
export const MarketRows = ({
  sheet,
  draft,
  change,
  mayWrite,
}: {
  sheet: Output<'officeOfferDetail'>;
  draft: Draft;
  change: (next: Partial<Draft>) => void;
  mayWrite: boolean;
}) => {
  const t = useT();
  const nameOf = useMarketName();
  return (
    <table className={`${styles.markets} ${styles.offers}`}>
      <thead>
        <tr>
          <th scope="col">{t('margin.market')}</th>
          <th scope="col">{t('margin.wider')}</th>
          <th scope="col">{t('margin.here')}</th>
          <th scope="col">{t('margin.offered')}</th>
        </tr>
      </thead>
      <tbody>
        {sheet.markets.map(({ market, wider }) => {
          const typed = draft.markets[market] ?? { margin: '', offered: 'wider' };
          const set = (next: Partial<typeof typed>): void =>
            change({ markets: { ...draft.markets, [market]: { ...typed, ...next } } });
          const basis = basisOf(typed.margin);
          return (
            <tr
              key={market}
              data-off={typed.offered === 'off' || (typed.offered === 'wider' && !wider.offered)}
            >
              <th scope="row">{nameOf(market)}</th>
              <td>{(wider.marginBp / 100).toFixed(2)}%</td>
              <td>
                <TextInput
                  aria-label={`${nameOf(market)}: ${t('margin.here')}`}
                  value={typed.margin}
                  onChange={({ currentTarget }) => set({ margin: currentTarget.value })}
                  error={basis !== undefined && !(basis >= 0 && basis <= 3_000)}
                  inputMode="decimal"
                  placeholder="–"
                  size="xs"
                  disabled={!mayWrite}
                />
              </td>
              <td>
                <NativeSelect
                  aria-label={`${nameOf(market)}: ${t('margin.offered')}`}
                  value={typed.offered}
                  onChange={({ currentTarget }) =>
                    set({ offered: offeredWords.find((one) => one === currentTarget.value) ?? 'wider' })
                  }
                  data={[
                    {
                      value: 'wider',
                      label: t('margin.asWider', {
                        state: wider.offered ? t('margin.on') : t('margin.offWord'),
                      }),
                    },
                    { value: 'on', label: t('margin.on') },
                    { value: 'off', label: t('margin.offWord') },
                  ]}
                  size="xs"
                  disabled={!mayWrite}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
