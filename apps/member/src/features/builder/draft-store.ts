import { limits } from '@touchline/contract/limits';
import { translate } from '../../state/i18n.tsx';
import { showToast } from '../../state/toasts.ts';
import { feelTick } from '../../ui/haptics.ts';
import type { PickTarget } from '../odds-button/pick-target.ts';
import { type Part, partText } from '../slip/selection.ts';
import { type Draft, isSamePart, toggled, type Trouble } from './draft.ts';

/** The bet that is put together on the page of a match, and where the prices of that page lead meanwhile. */
export type DraftStore = {
  read: () => Draft;
  write: (next: Draft) => void;
  watch: (listener: () => void) => () => void;
  /** Says what is wrong with selections; the prices of the page show it. */
  showTroubles: (next: ReadonlyMap<string, Trouble>) => void;
  target: PickTarget;
};

/** @param leave keeps the draft for when the member comes back to the page */
export const createDraftStore = (initial: Draft, leave: (draft: Draft) => void): DraftStore => {
  let draft = initial;
  let troubles: ReadonlyMap<string, Trouble> = new Map();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const watch: DraftStore['watch'] = (listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const write = (next: Draft): void => {
    draft = next;
    leave(next);
    tell();
  };
  const tap = (part: Part): void => {
    const parts = toggled(draft.parts, part);
    if (parts === undefined) {
      showToast(translate('builder.full', { count: limits.builderPartsMax }));
      return;
    }
    feelTick();
    write({ ...draft, parts });
  };
  return {
    read: () => draft,
    write,
    watch,
    showTroubles: (next) => {
      if (next.size === troubles.size && [...next].every(([part, trouble]) => troubles.get(part) === trouble))
        return;
      troubles = next;
      tell();
    },
    target: {
      watch,
      isPicked: (pick) => draft.parts.some((part) => isSamePart(part, pick)),
      troubleOf: (pick) => {
        const trouble = troubles.get(partText(pick));
        return trouble === undefined ? undefined : translate(`builder.trouble.${trouble}`);
      },
      tap: ({ market, selection, line }) => tap({ market, selection, line }),
    },
  };
};
