import type { Bet } from '@touchline/contract/shapes/bet';
import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { serverNow } from '../../lib/server-clock.ts';
import { Actions, Button, buttonClass } from '../../ui/button.tsx';
import { useRestriction } from '../play/use-restriction.ts';
import { ShareBet } from './share-bet.tsx';
import { sharedOf } from './shared-bet.ts';

/** Puts the selections of a bet in the slip at the prices of now: to bet on them again, or to change the bet. */
const IntoSlip = ({ bet, isEdit = false }: { bet: Bet; isEdit?: boolean }) => {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const fill = async (): Promise<void> => {
    setBusy(true);
    try {
      if (isEdit) await (await import('./edit-bet.ts')).editBet(bet);
      else await (await import('./fill-slip.ts')).fillSlip(sharedOf(bet));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button tone="quiet" busy={isBusy} onClick={() => void fill()}>
      {t(isEdit ? 'slip.edit.open' : 'slip.again')}
    </Button>
  );
};

/** Whether an open leg of a bet has kicked off: a sale then waits, and an edit cannot. */
export const isPlaying = ({ legs }: Pick<Bet, 'legs'>, now: number): boolean =>
  legs.some(({ outcome, kickOff }) => outcome === undefined && Date.parse(kickOff) <= now);

/** What can be done with a recorded bet: change it while it can be sold before its matches, bet on the same again, and share it. */
export const BetActions = ({ bet, canBeSold }: { bet: Bet; canBeSold: boolean }) => {
  const isPaused = useRestriction() !== undefined;
  return (
    <Actions>
      {!isPaused && canBeSold && !isPlaying(bet, serverNow()) && <IntoSlip bet={bet} isEdit />}
      {!isPaused && <IntoSlip bet={bet} />}
      <ShareBet bet={sharedOf(bet)} className={buttonClass('quiet')} />
    </Actions>
  );
};
