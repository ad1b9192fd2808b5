import { translate } from '../../shell/i18n.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { idOf, type LegRef } from './pick.ts';
import { dispatchSlip, readSlip } from './slip-store.ts';

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
