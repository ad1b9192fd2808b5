import { oddsFormats } from '@touchline/money/odds-display';
import { useT } from '../../state/i18n.tsx';
import { useStore } from '../../state/use-store.ts';
import { SelectBox } from '../../ui/select-box.tsx';
import { oddsFormatStore } from '../labels/odds-text.ts';

/** How prices are written everywhere in the app. */
export const OddsSelect = () => {
  const t = useT();
  const format = useStore(oddsFormatStore);
  return (
    <SelectBox
      label={t('odds.title')}
      labelHidden
      value={format}
      options={oddsFormats.map((value) => ({ value, label: t(`odds.${value}`) }))}
      onChange={oddsFormatStore.write}
    />
  );
};
