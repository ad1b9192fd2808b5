import { useState } from 'react';
import { oddsFormats } from '@touchline/money/odds-display';
import { oddsFormatStore, oddsText } from '../../features/labels/odds-text.ts';
import { useT } from '../../state/i18n.tsx';
import { useStore } from '../../state/use-store.ts';
import { ChoiceRows } from '../../ui/choice-rows.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './odds-row.module.css';

/** A favourite's and an outsider's price, to see what a way of writing does to them. */
const examples = ['1.80', '2.35'] as const;

/** How prices are written, with the sheet to choose it. */
export const OddsRow = () => {
  const t = useT();
  const chosen = useStore(oddsFormatStore);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListRow
        icon="chart"
        label={t('odds.title')}
        value={t(`odds.${chosen}`)}
        onClick={() => setOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('odds.title')}>
        <ChoiceRows
          label={t('odds.title')}
          options={oddsFormats.map((format) => ({
            value: format,
            label: t(`odds.${format}`),
            aside: examples.map((odds) => (
              <bdi key={odds} dir="ltr" className={`figures ${styles.example}`}>
                {oddsText(odds, format)}
              </bdi>
            )),
          }))}
          value={chosen}
          onChange={oddsFormatStore.write}
        />
      </Sheet>
    </>
  );
};
