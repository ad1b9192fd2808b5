import type { Bet } from '@touchline/contract/shapes/bet';
import { fillSlip } from './fill-slip.ts';
import { sharedOf } from './shared-bet.ts';
import { dispatchSlip, readSlip } from './slip-store.ts';
import { idOf } from './selection.ts';
import { tabOf } from './slip.ts';

/** Opens the slip with the undecided legs of an open bet, at present prices and with its stake. The bet that is then placed replaces it. */
export const editBet = async (bet: Bet): Promise<void> => {
  const legs = bet.legs.filter(({ outcome }) => outcome === undefined);
  await fillSlip({ ...sharedOf({ ...bet, legs }), edit: { bet: bet.id } });
  const slip = readSlip();
  if (slip.edit?.bet !== bet.id) return;
  const tab = tabOf(slip);
  const stake = bet.unit.replace(/\.0+$/, '');
  for (const { pick } of tab === 'single' ? slip.items : slip.items.slice(0, 1)) {
    dispatchSlip({ type: 'stake', of: tab === 'single' ? { single: idOf(pick) } : tab, stake });
  }
};
