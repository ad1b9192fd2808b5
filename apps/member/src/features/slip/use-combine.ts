import { useState } from 'react';
import { idOf } from './selection.ts';
import { combineMatch } from './slip-changes.ts';
import { conflictsOf, type SlipState } from './slip.ts';

/** Makes one bet of selections that share their match. */
export type Combine = {
  run: () => void;
  /** Why the last attempt failed; gone with the next one, and with any other selection in the slip. */
  failure: string | undefined;
};

/** The way to one bet for the first match that several selections of the slip are on; undefined where there is none. */
export const useCombine = ({ items }: SlipState): Combine | undefined => {
  const [failed, setFailed] = useState<{ picks: string; why: string }>();
  const shared = conflictsOf(items);
  const event = items.find(({ pick }) => shared.has(idOf(pick)))?.pick.event;
  if (event === undefined) return undefined;
  const picks = items.map(({ pick }) => idOf(pick)).join();
  const run = async (): Promise<void> => {
    setFailed(undefined);
    const why = await combineMatch(event);
    if (why !== undefined) setFailed({ picks, why });
  };
  return { run: () => void run(), failure: failed?.picks === picks ? failed.why : undefined };
};
