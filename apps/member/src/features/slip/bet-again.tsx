import type { Bet } from '@touchline/contract/shapes/bet';
import { useState } from 'react';
import { useT } from '../../state/i18n.tsx';
import { Actions } from '../../ui/actions.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useRestriction } from '../play/use-restriction.ts';
import { ShareBet } from './share-bet.tsx';
import { sharedOf } from './shared-bet.ts';

/** Puts the selections of a bet in the slip at the prices of now. */
const BetAgain = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const again = async (): Promise<void> => {
    setBusy(true);
    try {
      const { fillSlip } = await import('./fill-slip.ts');
      await fillSlip(sharedOf(bet));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button tone="quiet" busy={isBusy} onClick={() => void again()}>
      {t('slip.again')}
    </Button>
  );
};

/** What can be done with a bet on record: bet on the same again, and share it. */
export const BetActions = ({ bet }: { bet: Bet }) => {
  const isPaused = useRestriction() !== undefined;
  return (
    <Actions>
      {!isPaused && <BetAgain bet={bet} />}
      <ShareBet bet={sharedOf(bet)} className={buttonClass('quiet')} />
    </Actions>
  );
};
