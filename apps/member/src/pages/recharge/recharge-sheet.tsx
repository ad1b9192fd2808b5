import { useState } from 'react';
import type { Channel } from '@touchline/contract/shapes/cashier';
import { Sheet } from '../../ui/sheet.tsx';
import { channelName } from '../../features/cashier/texts.ts';
import { RechargeForm } from './recharge-form.tsx';

type Props = { channel: Channel | undefined; onClose: () => void };

/** The amount of a recharge, over the page. */
export const RechargeSheet = ({ channel, onClose }: Props) => {
  // While the sheet leaves it still shows what it held.
  const [shown, setShown] = useState(channel);
  if (channel !== undefined && channel !== shown) setShown(channel);
  const title = shown === undefined ? '' : channelName(shown.id, shown.name);
  return (
    <Sheet open={channel !== undefined} onClose={onClose} title={title}>
      {shown !== undefined && <RechargeForm key={shown.id} channel={shown} isOpen={channel !== undefined} />}
    </Sheet>
  );
};
