import { NativeSelect, Table, TextInput } from '@mantine/core';
import type { Output } from '@touchline/contract/routes';
import { BUILDER } from '@touchline/football/builder-parts';
import { useT } from '../../lib/i18n.ts';
import { basisOf, type OfferDraft, type Offered } from './draft.ts';
import { Tag } from '../../ui/tag.tsx';
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
  draft: OfferDraft;
  change: (next: Partial<OfferDraft>) => void;
  mayWrite: boolean;
}) => {
  const t = useT();
  const nameOf = useMarketName();
  return (
    <Table className={`${styles.markets} ${styles.offers}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('margin.market')}</Table.Th>
          <Table.Th scope="col">{t('margin.wider')}</Table.Th>
          <Table.Th scope="col">{t('margin.here')}</Table.Th>
          <Table.Th scope="col">{t('margin.offered')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sheet.markets.map(({ market, wider, needs }) => {
          const typed = draft.markets[market] ?? { margin: '', offered: 'wider' };
          const set = (next: Partial<typeof typed>): void =>
            change({ markets: { ...draft.markets, [market]: { ...typed, ...next } } });
          const basis = basisOf(typed.margin);
          return (
            <Table.Tr
              key={market}
              data-off={typed.offered === 'off' || (typed.offered === 'wider' && !wider.offered)}
            >
              <Table.Th scope="row">
                {nameOf(market)} {needs !== undefined && <Tag tone="wait">{t('margin.needsMore')}</Tag>}
                {market === BUILDER && <span className={styles.hint}>{t('margin.builderHint')}</span>}
              </Table.Th>
              <Table.Td>{(wider.marginBp / 100).toFixed(2)}%</Table.Td>
              <Table.Td>
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
              </Table.Td>
              <Table.Td>
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
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
};
