import { limits } from '@touchline/contract/limits';
import { translate } from '../../shell/i18n.tsx';
import { feelTick } from '../../ui/haptics.ts';
import { showToast } from '../../ui/toast-store.ts';
import { idOf, type Offer, type Pick } from './pick.ts';
import { dispatchSlip, readSlip } from './slip-store.ts';

/** A tap on a price: puts the selection in the slip, or takes it out. A full slip says so. */
export const tapPick = (pick: Pick, offer: Offer & { odds: string }): void => {
  const { items } = readSlip();
  if (items.length >= limits.legsMax && !items.some((item) => idOf(item.pick) === idOf(pick))) {
    showToast(translate('slip.full', { count: limits.legsMax }));
    return;
  }
  feelTick();
  dispatchSlip({ type: 'pick', pick, offer });
};
