import { createContext, useContext, useSyncExternalStore } from 'react';
import { allTexts, translate } from '../../state/i18n.tsx';
import { showToast } from '../../state/toasts.ts';
import { isPicked, type Offer, type SlipSelection, watchPicked } from '../slip/selection.ts';

/** An icon on a price: it does not go with what is picked, or is part of it already. */
export type PickMark = 'cross' | 'check';

/** Where taps on prices lead. Its methods answer for now; `watch` calls back after each change. */
export type PickTarget = {
  watch: (listener: () => void) => () => void;
  isPicked: (pick: SlipSelection) => boolean;
  /** What is wrong with a selection beside the others that are picked, in words; also before it is picked itself. */
  troubleOf: (pick: SlipSelection) => string | undefined;
  /** The icon for what would be wrong with a selection that is not picked yet. */
  markOf: (pick: SlipSelection) => PickMark | undefined;
  /** Puts a selection in, or takes it out again. */
  tap: (pick: SlipSelection, offer: Offer & { odds: string }) => void;
};

/** The slip. It comes after the prices of a page: a tap fetches it. */
export const slipTarget: PickTarget = {
  watch: watchPicked,
  isPicked,
  troubleOf: () => undefined,
  markOf: () => undefined,
  tap: (pick, offer) =>
    void Promise.all([import('../slip/slip-changes.ts'), allTexts()])
      .then(([{ tapPick }]) => tapPick(pick, offer))
      .catch(() => showToast(translate('client.unreachable'))),
};

/** The prices within lead here; to the slip, where nothing else is said. */
export const PickTargetContext = createContext(slipTarget);

/** Where a tap on this selection leads, and what is known of the selection there. Renders again only when that changes. */
export const usePick = (
  pick: SlipSelection,
): { target: PickTarget; isPicked: boolean; trouble: string | undefined; mark: PickMark | undefined } => {
  const target = useContext(PickTargetContext);
  return {
    target,
    isPicked: useSyncExternalStore(target.watch, () => target.isPicked(pick)),
    trouble: useSyncExternalStore(target.watch, () => target.troubleOf(pick)),
    mark: useSyncExternalStore(target.watch, () => target.markOf(pick)),
  };
};
