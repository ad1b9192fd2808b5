import { createContext, useContext, useSyncExternalStore } from 'react';
import { allTexts, translate } from '../../lib/i18n.tsx';
import { showToast } from '../../lib/toasts.ts';
import { isPicked, type SlipOffer, type SlipSelection, watchPicked } from '../slip/selection.ts';

/** An icon on a price: its selection excludes one that is picked, or follows from them. */
export type PickMark = 'cross' | 'check';

/** The target of taps on prices. Its methods return the present state; `watch` calls back after each change. */
export type PickTarget = {
  watch: (listener: () => void) => () => void;
  isPicked: (pick: SlipSelection) => boolean;
  /** The problem of a selection with the picked ones, in words; also before it is picked itself. */
  troubleOf: (pick: SlipSelection) => string | undefined;
  /** The icon for the problem that a selection would have if it were picked too. */
  markOf: (pick: SlipSelection) => PickMark | undefined;
  /** Adds a selection, or removes it again. */
  tap: (pick: SlipSelection, offer: SlipOffer & { odds: string }) => void;
};

/** The slip as the target. Its code is fetched by the first tap. */
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

/** The target of the prices within; the slip by default. */
export const PickTargetContext = createContext(slipTarget);

/** The target of a tap on this selection, and the state of the selection there. Renders again only when that changes. */
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
