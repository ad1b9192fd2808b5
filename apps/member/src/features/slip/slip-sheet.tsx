import { useState } from 'react';
import { useT } from '../../shell/i18n.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useScale } from '../labels/use-scale.ts';
import { useTyping } from '../number-pad/use-typing.ts';
import { SlipEditor } from './slip-editor.tsx';
import { SlipReceipts } from './slip-receipts.tsx';
import { dispatchSlip, useSlip } from './slip-store.ts';

const close = () => dispatchSlip({ type: 'close' });

/** The bet slip over the page: edited, placed, and then the receipts. */
export const SlipSheet = () => {
  const t = useT();
  const slip = useSlip();
  const scale = useScale();
  // While the sheet leaves, an emptied slip still shows what it held.
  const [shown, setShown] = useState(slip);
  if (slip !== shown && (slip.items.length > 0 || slip.receipts.length > 0)) setShown(slip);
  const isDone = shown.items.length === 0;
  const isEditing = slip.open && slip.items.length > 0;

  useTyping(isEditing, (key) => dispatchSlip({ type: 'key', key, scale }));

  return (
    <Sheet
      open={slip.open}
      onClose={close}
      title={isDone ? t('slip.placed') : t('slip.title')}
      titleHidden
      returnTo="[data-slip-bar]"
    >
      {shown.receipts.length > 0 && <SlipReceipts bets={shown.receipts} isPart={!isDone} onClose={close} />}
      {!isDone && <SlipEditor slip={shown} />}
    </Sheet>
  );
};
