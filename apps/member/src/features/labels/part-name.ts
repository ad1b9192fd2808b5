import { recordOf } from '@touchline/football/markets';
import { bracketed } from '@touchline/locales/bracketed';
import { currentLan, translate as t } from '../../lib/i18n.tsx';
import { selectionName } from './selection-name.ts';

/** A selection of a match where its market is not next to it: "Over 2.5", "Over 1.5 (First half)". */
export const partName = (named: Parameters<typeof selectionName>[0]): string => {
  const name = selectionName(named);
  return recordOf(named.market)?.period === 'ht'
    ? name + bracketed(t('event.firstHalf'), currentLan())
    : name;
};
