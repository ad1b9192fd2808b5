import { translate } from '../../lib/i18n.tsx';
import { bettingStore } from '../../lib/betting.ts';
import { useStore } from '../../lib/use-store.ts';

/** Why a selection has no price for now: its own market is suspended, or the house takes no bets at all. */
export const suspendedText = (): string =>
  translate(bettingStore.read().stoppedAt === undefined ? 'slip.suspended' : 'slip.allStopped');

/** The same for a component, which follows the house. */
export const useSuspendedText = (): string => {
  useStore(bettingStore);
  return suspendedText();
};
