import { limits } from '@touchline/contract/limits';
import { translate } from '../../state/i18n.tsx';
import { feelTick } from '../../ui/haptics.ts';
import { showToast } from '../../state/toasts.ts';
import { idOf, type LegRef, type Offer, type SlipSelection } from './selection.ts';
import { dispatchSlip, readSlip } from './slip-store.ts';

/** A tap on a price: puts the selection in the slip, or takes it out. A full slip says so. */
export const tapPick = (pick: SlipSelection, offer: Offer & { odds: string }): void => {
  const { items } = readSlip();
  if (items.length >= limits.legsMax && !items.some((item) => idOf(item.pick) === idOf(pick))) {
    showToast(translate('slip.full', { count: limits.legsMax }));
    return;
  }
  feelTick();
  dispatchSlip({ type: 'pick', pick, offer });
};

/**
 * Puts a selection in the slip that was made up elsewhere, in place of the one with the id `replaces`.
 * @returns false where the slip is full, which it says
 */
export const putPick = (
  pick: SlipSelection,
  offer: Offer & { odds: string },
  replaces: string | undefined,
): boolean => {
  const { items } = readSlip();
  const isThere = items.some((item) => [idOf(pick), replaces].includes(idOf(item.pick)));
  if (items.length >= limits.legsMax && !isThere) {
    showToast(translate('slip.full', { count: limits.legsMax }));
    return false;
  }
  feelTick();
  dispatchSlip({ type: 'put', pick, offer, replaces });
  return true;
};

/** Takes a selection out of the slip, and offers to put it back as it was, stake and all. */
export const removePick = (pick: LegRef): void => {
  const before = readSlip();
  dispatchSlip({ type: 'remove', id: idOf(pick) });
  const after = readSlip();
  if (after === before) return;
  showToast(translate('slip.removed'), {
    label: translate('common.undo'),
    run: () => dispatchSlip({ type: 'restore', before, after }),
  });
};
